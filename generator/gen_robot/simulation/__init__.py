"""Simulations as users ask for them: tables of torques and paths, laws, files, pictures."""
