"""The numbers that the couriers take among those of classic."""

from heptapolis.games.classic.codes import ITEMS

COLORS = 7  # brown to purple, as `heptapolis.codes.Color` numbers them
COURIERS = 3 * COLORS  # for each colour: to the left, to the right, to both neighbours
FIRST_COURIER = ITEMS
HELD = 2  # dealt to each seat
PHASE = 16
SEND = 16  # a kind of move
COURIER_SENT = 16  # rows of the log: courier
COURIER_STAYED = 17
COLUMN = 9  # of the score sheet
