"""What differs between two robots, two ways, or two generated folders."""
