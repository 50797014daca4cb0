"""Benchmarks: `make bench`. Nothing here is a test; figures are reported, never asserted."""
