"""The command `ludogen`: `app` puts it together, one module holds each command.

Commands import what they need when they run, so that `ludogen --help` answers at once.
"""
