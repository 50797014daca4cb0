"""The kernel: what a game is, what a match is, and the one step between reading and writing."""
