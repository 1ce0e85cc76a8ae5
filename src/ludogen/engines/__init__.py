"""Real programs behind a pipe: a GTP client, GNU Go, Rhino, any other GTP engine.

programs   finding installed programs watchdog   ends an engine when this process was killed process    a program with
pipes that never block and never fill the memory answers    reading GTP answers gtp        `Gtp`: commands and answers,
each with a time limit replay     a position as the moves that lead to it dialects   how GNU Go, Rhino and other
engines are brought to a position and asked for a move restarting `RestartingEngine`: a process that is started when
needed, and again after it failed session    `Session`: an engine that is asked for moves, and started again once if it
fails pool       `EnginePool`: engines for games that run at the same time referee    `GnuGoReferee`: moves, estimates
and final scores of GNU Go as pure functions of a question answer_file, answer_source      answers of a referee: kept
in a file; for compiled games (import these by themselves)

An engine never outlives this process. It is told to quit, then terminated, then killed with all it started, when its
owner closes it, forgets it or ends; if this process is killed itself, the engine's input closes and a watchdog kills
what does not care. All that goes wrong is an `EngineError`.
"""

from ludogen.engines.dialects import Dialect, GnuGoDialect, PlainDialect, RhinoDialect
from ludogen.engines.gtp import Gtp, RefusedError
from ludogen.engines.pool import EnginePool
from ludogen.engines.programs import find_program, require_program
from ludogen.engines.referee import GnuGoReferee, RefereeSession, ScoreAnswer, ScoreQuestion
from ludogen.engines.session import Session

__all__ = [
    "Dialect",
    "EnginePool",
    "GnuGoDialect",
    "GnuGoReferee",
    "Gtp",
    "PlainDialect",
    "RefereeSession",
    "RefusedError",
    "RhinoDialect",
    "ScoreAnswer",
    "ScoreQuestion",
    "Session",
    "find_program",
    "require_program",
]
