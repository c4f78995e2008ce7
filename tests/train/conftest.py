"""Use one thread: small networks learn fastest with it, above all on a busy machine."""

import pytest


@pytest.fixture(autouse=True, scope="package")
def one_thread() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    torch.set_num_threads(1)
