"""Effects of Duel, written in symbols."""

from collections.abc import Iterator

from heptapolis.codes import Color
from heptapolis.games.duel.cards.model import DuelEffect
from heptapolis.web.art.effects import discount, group, own_symbols, repeat_symbol
from heptapolis.web.art.markup import span
from heptapolis.web.art.symbols import glyph


@own_symbols.register
def _(effect: DuelEffect) -> Iterator[str]:
    if effect.science:
        yield group(glyph(effect.science.slug))
    for resource, fixed in effect.fixed_price.items():
        yield group(glyph(resource.slug), '<span class="h-per">=</span>', glyph("coin", fixed))
    if effect.opponent_lose_coins:
        yield group(glyph("right"), glyph("coin", f"−{effect.opponent_lose_coins}"))
    if effect.destroy:
        yield group(_strike_out(effect.destroy))
    if effect.build_from_discard:
        yield group(glyph("discard"), glyph("gives"), glyph("build"))
    if effect.removed_token:
        yield group(glyph("token") * effect.removed_token.draw, glyph("gives"), glyph("token"))
    if effect.discount:
        yield discount(effect.discount.applies_to, effect.discount.resources)
    if effect.gain_opponent_trade:
        yield group(glyph("any"), glyph("coin", "↩"))
    if effect.bonus_shields:
        shields = "".join(repeat_symbol("shield", effect.bonus_shields.amount))
        yield group(
            glyph(f"card-{effect.bonus_shields.applies_to.slug}"),
            '<span class="h-per">+</span>',
            shields,
        )
    if effect.wonders_extra_turn:
        yield group(glyph("wonder"), glyph("gives"), glyph("again"))
    if effect.coins_per_chain_build:
        yield group(glyph("chain"), glyph("gives"), glyph("coin", effect.coins_per_chain_build))
    if effect.extra_turn:
        yield group(glyph("again"))


def _strike_out(color: Color) -> str:
    """Return the opponent's card, struck out."""
    return span("struck", glyph(f"card-{color.slug}") + glyph("destroy"))
