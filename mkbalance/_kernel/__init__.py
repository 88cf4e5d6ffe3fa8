"""Private: the compiled pieces every game shares, random streams first."""
