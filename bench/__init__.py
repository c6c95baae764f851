"""Benchmarks with ratios against peers; nothing here is a test."""
