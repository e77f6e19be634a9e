"""`check`: any kernel, without an assignment. `launches` reads and suggests launches, `examining` runs them."""
