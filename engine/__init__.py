"""The rules of Playledger: pure functions and values, no I/O, no clock, no global randomness."""
