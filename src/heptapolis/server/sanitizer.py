"""Sanitize texts from clients: names, messages and reactions."""

import unicodedata

from heptapolis.server.errors import RequestError

MAX_NAME_CHARS = 24
# Letters and digits that look alike (Unicode UTS 39), each followed by what it is compared as.
_CAPITALS = (
    "АA ВB ЕE З3 ІI ЈJ КK МM НH ОO РP СC ТT УY ХX ЅS ԚQ ԜW ҮY ӀI ԌG "  # Cyrillic
    "ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ϹC ϜF "  # Greek
    "ՕO ՍU ՏS ԼL"  # Armenian
)
_SMALL_LETTERS = (
    "аa вb гr еe з3 іl јj кk мm нh оo пn рp сc тt уy хx ѕs ԁd ԛq ԝw һh ьb ӏl үy ґr ѵv б6 "
    "αa βb γy ηn ιl κk νv οo ρp σo ςc τt υu χx ϲc ϳj "
    "ıl ɑa ɡg ɩl ƅb øo đd łl ħh ŧt ɪl ᴀa ʙb ᴄc ᴅd ᴇe ɢg ʜh ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw "
    "ʏy ᴢz 0o 1l |l il"
)
# By what they are compared as: Cherokee, Armenian, Canadian syllabics, Lisu, Coptic, Latin letters
# with a hook or stroke, and zeros and round or straight letters of other scripts. Digits that look
# like letters stay distinct from each other, since names of guests end with numbers.
_LOOKALIKES = {
    "a": "Ꭺᗅᗩꓮⲁⱥ",
    "b": "8ᏏᏴᗷᑲᖯꓐⲃɓƀȣ৪੪",
    "c": "Ꮯᑕꓚⲥꞓȼƈ",
    "d": "ᎠᏧᗞᗪᑯꓓꓒɗ",
    "e": "Ꭼᗴꓰҽɇⲉ",
    "f": "ᖴꓝϝƒ",
    "g": "9ᏀᏳᘜꓖցɠ",
    "h": "ᎻᏂᕼꓧհⲏɦ",
    "j": "Ꭻᒍꓙյɉ",
    "k": "Ꮶꓗⲕƙ",
    "l": "ᎥᏞᒪꓲꓡլւⲓⵏꙇɨɫוןا١۱",
    "m": "Ꮇᗰꓟⲙɱ",
    "n": "ᑎꓠոռⲛɲŋ",
    "o": "ꓳօⲟჿዐⵔ𐐬ഠסهဝɵ०০੦૦୦௦౦೦൦๐໐၀٠۰٥",
    "p": "Ꮲᑭꓑⲣƥ",
    "q": "զգᑫʠ",
    "r": "ᎡᏒᖇꓣⲅɽɍꭇꭈ",
    "s": "5ᏕᏚᔕꓢտʂƽƨ",
    "t": "Ꭲꓔⲧƭʈ",
    "u": "ᑌꓴսʉʋꭎ",
    "v": "Ꮩᐯꓦ",
    "w": "ᎳᏔᗯꓪաѡɯω",
    "x": "ᕁᕽ᙭ꓫⲭ",
    "y": "ᎩᎽꓬⲩƴɏɣ",
    "z": "2Ꮓᘔꓜʐƶᒿ",
    "3": "ʒȝ",
    "4": "Ꮞ",
}
_CAPITAL_TABLE, _SMALL_TABLE = (
    str.maketrans({pair[0]: pair[1] for pair in pairs.split()})
    for pairs in (_CAPITALS, _SMALL_LETTERS)
)
_SMALL_TABLE |= {ord(one): to for to, letters in _LOOKALIKES.items() for one in letters}
REACTIONS = ("hello", "thanks", "well_played", "good_game", "thinking", "hurry", "oops", "wow")


def clean(text: str, most: int) -> str:
    """Return one line of printable characters, cut to ``most``. It may be empty."""
    composed = unicodedata.normalize("NFC", text[: 4 * most])
    printable = "".join(c if c.isprintable() else " " for c in composed)
    return " ".join(printable.split())[:most].strip()


def name_in(text: str) -> str:
    """Return a sanitized name, or raise RequestError if it is empty."""
    if name := clean(text, MAX_NAME_CHARS):
        return name
    raise RequestError(422, "invalid_name", "a name needs at least one letter")


def skeleton(name: str) -> str:
    """Return a form of the name that is equal for names that look alike."""
    letters = unicodedata.normalize("NFKD", name)
    base = "".join(c for c in letters if not unicodedata.combining(c) and not c.isspace())
    folded = base.translate(_CAPITAL_TABLE).casefold().translate(_SMALL_TABLE)
    return folded.replace("m", "rn").replace("w", "vv")
