"""Runs: what evolution leaves on disk, and how it goes on from there."""
