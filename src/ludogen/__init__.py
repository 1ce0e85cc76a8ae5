"""Ludogen evolves board-game players.

`import ludogen` is light. The rooms are imported when they are needed: `ludogen.games`, `ludogen.players`.
"""

__all__ = ["__version__"]
__version__ = "0.1.0"
