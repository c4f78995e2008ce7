"""The GPU as a second processor for the rules.

Kernels call the same jitted functions as the CPU does, a thread for each game. `toolkit` finds
Numba's CUDA target or says what is missing, `compiling` compiles kernels and keeps them on disk,
`arrays` holds arrays in the memory of the GPU and hands them over without a copy, `choosing` draws
actions and `results` prepares steps.
"""
