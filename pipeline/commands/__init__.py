"""The commands of `lexproof`, a module each: parse the arguments, call a stage package, print the result.

In: command-line arguments. Out: text or JSON on stdout, one line on stderr if something is wrong, an exit code.
"""
