"""The part of every page that lists what a paper leaves open and we had to decide."""

from ludogen.recipes.configuration import describe

__all__ = ["decisions"]


def decisions(configuration: type) -> list[str]:
    """Lines of Markdown: the settings of a recipe that are our decisions."""
    return [
        "## Decisions where the text is silent",
        "",
        "| setting | ours | what it is |",
        "|---|---|---|",
        *(f"| `{info.name}` | {info.default} | {info.doc} |" for info in describe(configuration) if info.decided),
        "",
    ]
