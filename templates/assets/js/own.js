// Empty here: the file of this name in your own templates/ adds to what pages can do, and runs last.
