"""`check`: any kernel, without an assignment. `launches` reads what is asked for, `examining` looks at it."""
