"""Experiments, tuning and the measurements behind published figures. README.md lists them."""
