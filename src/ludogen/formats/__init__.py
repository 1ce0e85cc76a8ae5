"""Files that others read too: SGF for Go and Othello, PDN for checkers, GGF for Othello."""
