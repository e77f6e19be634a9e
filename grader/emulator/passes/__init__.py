"""What is done to PTX before it is lowered, and what is found out about it: PTX to PTX, and facts."""
