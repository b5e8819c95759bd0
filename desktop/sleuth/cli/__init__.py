"""The command line: arguments in, text or JSON out, everything else by the engine."""
