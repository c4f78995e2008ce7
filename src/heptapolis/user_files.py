"""Files given by users: limited in size, with errors that name the file."""

from pathlib import Path

MAX_FILE_BYTES = (
    16 * 1024 * 1024
)  # bytes; a record, a position or a catalogue has a hundredth of that


def read_text(path: Path) -> str:
    """Return the text of a file; raise OSError or ValueError if it cannot be read."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise OSError(f"{path}: {error.strerror or error}") from None
    check_size(path, len(data))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"{path}: not a text file in UTF-8") from None


def check_size(path: object, size: int) -> None:
    """Raise ValueError if something is too large."""
    if size > MAX_FILE_BYTES:
        raise ValueError(
            f"{path}: larger than {MAX_FILE_BYTES // 1024 // 1024} MiB, too large to be read"
        )
