"""Small networks learn fastest in one thread, on a busy machine above all."""

import pytest


@pytest.fixture(autouse=True, scope="package")
def one_thread() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    torch.set_num_threads(1)
