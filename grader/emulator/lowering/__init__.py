"""PTX to LLVM IR, one instruction after another: the code of one thread, from where it goes on to where it waits."""
