"""What all tests need."""

import signal

from hypothesis import settings

# No timing in a test: the machine may be busy.
settings.register_profile("ludogen", deadline=None)
settings.load_profile("ludogen")

# A test run that a script started in the background ignores Ctrl-C, and so would every program that tests start and
# interrupt: what is ignored is inherited. A handler is not.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
