"""The exceptions of Ludogen.

    LudogenError
    ├── InvalidInputError        a text or value from outside is not what is allowed
    │   ├── GameNameError        no such game, or an option it does not take
    │   ├── PlayerNameError      no such player, or an option it does not take
    │   ├── PositionTextError    a position text that cannot be read
    │   ├── MoveTextError        a move text that cannot be read
    │   ├── RecordError          a game record that cannot be read; says line and column
    │   ├── OpeningError         no such opening, or a file of openings that cannot be read
    │   └── ConfigurationError   no such recipe or setting, or a value that is not allowed
    ├── EndgameTableError        a file of endgame tables that is missing, damaged or foreign, or cannot be written
    ├── EngineError              an engine is missing, died, hung or answered what cannot be used
    ├── AnswerFileError          the file of GNU Go's answers is damaged, foreign, newer than this version or in use
    ├── ArenaStoreError          the file of matches is damaged, foreign, newer than this version or in use
    ├── ClusterError             the cluster cannot be joined, has lost all its machines, or has another Ludogen
    ├── EvolutionError           a run cannot lead anywhere any more
    ├── RunError                 a run is missing, damaged, foreign, newer than this version or in use
    └── IllegalMoveError         a well-formed move that the rules forbid in this position

Every message quotes the bad value, where it stood, and what is allowed.
"""

__all__ = [
    "AnswerFileError",
    "ArenaStoreError",
    "ClusterError",
    "ConfigurationError",
    "EndgameTableError",
    "EngineError",
    "EvolutionError",
    "GameNameError",
    "IllegalMoveError",
    "InvalidInputError",
    "LudogenError",
    "MoveTextError",
    "OpeningError",
    "PlayerNameError",
    "PositionTextError",
    "RecordError",
    "RunError",
]


class LudogenError(Exception):
    """Base of all errors that Ludogen raises on purpose."""


class InvalidInputError(LudogenError):
    """A text or value from outside is not what is allowed."""


class GameNameError(InvalidInputError):
    """No such game, or an option that the game does not take."""


class PlayerNameError(InvalidInputError):
    """No such player, or an option that the player does not take."""


class PositionTextError(InvalidInputError):
    """A position text that cannot be read."""


class MoveTextError(InvalidInputError):
    """A move text that cannot be read."""


class RecordError(InvalidInputError):
    """A game record that cannot be read; the message says line and column."""


class OpeningError(InvalidInputError):
    """No such opening, or a file of openings that cannot be read."""


class ConfigurationError(InvalidInputError):
    """No such recipe or setting, or a value that is not allowed."""


class EndgameTableError(LudogenError):
    """A file of endgame tables that is missing, damaged or foreign, or cannot be written."""


class EngineError(LudogenError):
    """An engine is missing, died, hung or answered what cannot be used."""


class AnswerFileError(LudogenError):
    """The file of GNU Go's answers is damaged, foreign, newer than this version or in use."""


class ArenaStoreError(LudogenError):
    """The file of matches is damaged, foreign, newer than this version or in use."""


class ClusterError(LudogenError):
    """The cluster cannot be joined, has lost all its machines, or has another Ludogen than this machine."""


class EvolutionError(LudogenError):
    """A run cannot lead anywhere any more: all its nets are dead, say."""


class RunError(LudogenError):
    """A run is missing, damaged, foreign, newer than this version or in use."""


class IllegalMoveError(LudogenError):
    """A well-formed move that the rules forbid in this position."""
