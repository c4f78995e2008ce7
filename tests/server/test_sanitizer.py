"""Names that look alike, and names that do not."""

import pytest

from heptapolis.server.sanitizer import skeleton


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Bob", "Вob"),  # Cyrillic
        ("Bob", "Βob"),  # Greek
        ("Bob", "B0b"),
        ("Bob", "ВОЬ"),
        ("Bob", "Bᴏb"),
        ("Bob", "Ｂｏｂ"),
        ("Bob", "B o\u0301 b"),
        ("Ali", "AIi"),
        ("Ali", "A1l"),
        ("Emma", "Ernrna"),
        ("Walter", "VValter"),
        ("Xenia", "Χеnіа"),
        ("Виктор", "Bиktop"),
        ("Søren", "Soren"),
        ("Bob", "ᏴoᏏ"),  # Cherokee
        ("Bob", "Bօb"),  # Armenian
        ("Oscar", "ՕꓢꓚᎪᖇ"),
        ("Bob", "ᗷob"),  # Canadian syllabics
        ("Bob", "ꓐꓳꓐ"),  # Lisu
        ("Bob", "Ⲃⲟb"),  # Coptic
        ("Bob", "8o8"),
        ("Bob", "B০b"),  # a Bengali zero
        ("Sam", "5am"),
        ("Walter", "ᎳalᎢᎬr"),
        ("Hanna", "Һɑոռa"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(name: str, other: str) -> None:
    assert skeleton(name) == skeleton(other)


def test_other_names_have_skeletons_of_their_own() -> None:
    names = ["Bob", "Rob", "Ann", "Anna", "Олена", "Олег", "Юлія", "Юрій", "Ádám", "Éva", "Guest 1234", "Guest 1243", "Guest 1643", "Guest 1843", "Ωμέγα", "王"]  # fmt: skip
    assert len(set(map(skeleton, names))) == len(names)


def test_numbers_stay_different() -> None:
    digits = "0123456789"
    assert len({skeleton(f"Guest {n}") for n in digits}) == len(digits)
