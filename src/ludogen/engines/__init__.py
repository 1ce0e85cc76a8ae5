"""Real programs behind a pipe: a GTP client, GNU Go, Rhino, any other GTP engine."""
