"""The roving eyes of Stanley 2004: their walk over the board, as `ludogen watch` shows it in a terminal.

An eye's walk is a function of the positions of its game, so that of its last move can be had again at any time.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from ludogen.games import Go, Position
from ludogen.kernels.roving_eye import COLOURS, FIELD, HEADINGS
from ludogen.players.eyes import EyePath, EyeStep, eye_path
from ludogen.web.sight.sight import Meter, Picture, Sight, Step, Subject, asked_in

__all__ = ["EyeLens"]

METHOD = "eye-net-2004"
MOST_STEPS = 200  # that are shown; the paper's eye has 100
TRACK = 16  # points that its track goes back
OWN, OTHER = COLOURS  # an eye sees its own stones as black
UNNAMED = ("centre", "bias")


class EyeLens:
    """The walk of an eye."""

    name: ClassVar[str] = "The eye's walk"
    about: ClassVar[str] = (
        "It sees nine points at a time. In each time step its net says where to look next; once “place” or “pass” is "
        "strong enough, that is its move."
    )

    def suits(self, subject: Subject) -> bool:
        """Roving eyes."""
        return subject.champion is not None and subject.champion.method == METHOD

    def look(self, subject: Subject, position: Position) -> Sight:
        """How it came to its last move, or comes to the one that is due."""
        asked = asked_in(subject, position)
        path = eye_path(subject.player, asked) if asked is not None else None
        if asked is None or path is None:
            return Sight([Step("it has not looked at the board yet", {})])
        assert subject.champion is not None
        threshold = float(subject.champion.arrays["threshold"])
        steps = [_step(asked.game, path, number, threshold) for number in range(min(len(path.steps), MOST_STEPS))]
        facts = {"time steps": str(len(path.steps)), "points visited": str(len({step.point for step in path.steps}))}
        if len(path.steps) > MOST_STEPS:
            facts["not shown"] = f"{len(path.steps) - MOST_STEPS} time steps"
        facts["move"] = asked.move_name(path.move) + (", since its time is used up" if path.is_late else "")
        return Sight(steps, facts, seconds=0.5)


def _step(game: Any, path: EyePath, number: int, threshold: float) -> Step:
    step = path.steps[number]
    walk = [_square(game, one.point) for one in path.steps[max(0, number + 1 - TRACK) : number + 1]]
    overlay = {
        "frames": [[walk[-1], 3]],
        "eyes": [[walk[-1], HEADINGS.index(step.heading)]],
        "walk": walk if len(set(walk)) > 1 else [],
    }
    meters = [Meter(name, round(value, 3), threshold) for name, value in step.outputs.items()]
    seen = {f"{colour} {point}" for point in FIELD for colour in COLOURS}
    meters += [
        Meter(_named(name), round(value, 3))
        for name, value in step.sensors.items()
        if name not in seen and name not in UNNAMED
    ]
    caption = f"on {step.point}, facing {step.heading}: it {step.decision}"
    return Step(caption, overlay, [_field(step)], meters)


def _square(game: Any, point: str) -> int:
    assert isinstance(game, Go)
    place = game.point_names.index(point)
    return (game.size - 1 - place // game.size) * game.size + place % game.size


def _named(sensor: str) -> str:
    """A sensor as it is read: black stands for the eye's own stones."""
    return sensor.replace(f"{OWN} ", "own ").replace(f"{OTHER} ", "other's ")


def _field(step: EyeStep) -> Picture:
    """The nine points, what is ahead on top: own stones above zero, the other's below, nothing off the board."""
    values = [_seen(step.sensors, point) for point in FIELD]
    return Picture(f"{step.heading} on top", values, "own blue, other's orange", most=1.0, columns=3)


def _seen(sensors: Mapping[str, float], point: str) -> float | None:
    own, other = sensors[f"{OWN} {point}"], sensors[f"{OTHER} {point}"]
    return None if own and other else own - other
