"""How good the reader is: labelled folders, intervals, contact sheets, benchmarks. Never: what the reader decides."""
