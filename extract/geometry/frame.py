"""The reading frame of a page: page space turned so that text runs to the right and lines follow downwards."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

LEVEL = (1.0, 0.0)  # the direction of upright text
UNTURNED = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)  # the matrix that changes nothing

Box = tuple[float, float, float, float]


class Frame(NamedTuple):
    """How page space and frame relate: `along` the line, `across` lines (unit vectors), origin, display matrix."""

    along: tuple[float, float]
    across: tuple[float, float]
    x: float
    y: float
    display: tuple[float, float, float, float, float, float]

    def seat(self, px: float, py: float) -> tuple[float, float]:
        """A point of page space in the frame."""
        return (
            px * self.along[0] + py * self.along[1] - self.x,
            px * self.across[0] + py * self.across[1] - self.y,
        )

    def box(self, box: Box) -> Box:
        """A box of page space in the frame."""
        if self.along == LEVEL:
            return (box[0] - self.x, box[1] - self.y, box[2] - self.x, box[3] - self.y)
        (ax, ay), (bx, by) = self.seat(box[0], box[1]), self.seat(box[2], box[3])
        return (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))

    def shown(self, box: Box) -> Box:
        """A box of the frame on the page as displayed, rounded to 0.1."""
        a, b, c, d, e, f = self.display
        corners = []
        for fx, fy in ((box[0], box[1]), (box[2], box[3])):
            u, v = fx + self.x, fy + self.y
            px, py = u * self.along[0] + v * self.across[0], u * self.along[1] + v * self.across[1]
            corners.append((px * a + py * c + e, px * b + py * d + f))
        (ax, ay), (bx, by) = corners
        return (round(min(ax, bx), 1), round(min(ay, by), 1), round(max(ax, bx), 1), round(max(ay, by), 1))


def frame_of(page: Any, turns: Mapping[tuple[float, float], int]) -> tuple[Frame, tuple[float, float], int]:
    """The frame of the direction in which most glyphs run, its size, and the turn of the text as displayed.

    Args:
        page: the page.
        turns: characters by the direction of their line.
    """
    votes: Counter[tuple[int, int]] = Counter()
    for (cosine, sine), glyphs in turns.items():
        if max(abs(cosine), abs(sine)) > 0.99:
            votes[(round(cosine), round(sine))] += glyphs
    along = votes.most_common(1)[0][0] if votes else (1, 0)
    across = (-along[1], along[0])
    rotation = page.rotation
    turned = tuple(page.rect * page.derotation_matrix) if rotation else tuple(page.rect)
    corners = ((turned[0], turned[1]), (turned[2], turned[3]))
    seats = [(px * along[0] + py * along[1], px * across[0] + py * across[1]) for px, py in corners]
    x, y = min(s[0] for s in seats), min(s[1] for s in seats)
    extent = (abs(seats[0][0] - seats[1][0]), abs(seats[0][1] - seats[1][1]))
    degrees = {(1, 0): 0, (0, 1): 90, (-1, 0): 180, (0, -1): 270}[along]
    display = tuple(page.rotation_matrix) if rotation else UNTURNED
    frame = Frame((float(along[0]), float(along[1])), (float(across[0]), float(across[1])), x, y, display)
    return frame, extent, (degrees + rotation) % 360
