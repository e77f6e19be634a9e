"""The lab whose submissions are whole programs, `main()` and all: a case is one run of the program."""
