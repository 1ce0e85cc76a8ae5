"""What all tests need."""

import signal

# A test run that a script started in the background ignores Ctrl-C, and so would every program that tests start and
# interrupt: what is ignored is inherited. A handler is not.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
