"""From measured torques to a robot's inertial parameters, and back into its file."""
