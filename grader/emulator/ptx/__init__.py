"""PTX as Python values: `parser.parse(text)` returns a `Module` of `nodes`."""
