"""The page that `ludogen serve` opens. Everything is served from here; no other host is asked.

    server      NiceGUI behind the gate; which address shows what
    access      `Gate`: who may ask, and how much
    site        what all pages share: folders, threads, the frame
    thinking    threads on which players think, so that the page always answers
    warming     what is compiled or loaded before anybody asks
    entrants    which players the browser may name
    table       a game between two seats; knows no browser
    scenes      positions as what a board is drawn from
    judge       who is ahead
    play, seats, looking, filing     the page on which games are played
    sight/      what players see: a lens a kind of player
    running     runs as processes of their own
    watch, diagrams, run_form, replaying     the pages on which runs are watched and begun
    arena, live_match, ladder      the page on which players meet
    gallery, champion        the first page and the papers (`papers.toml`); a page for each champion
    provenance  how champions were made, and where they are at home (`champions.toml`)
    missing     what is shown where nothing is
    parts       elements that are drawn in the browser; `static/` has them, and the style sheet

NiceGUI comes with the extra `web`; nothing else of Ludogen needs it.
"""
