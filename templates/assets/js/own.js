// Empty: the file with this name in your own templates/ adds to the scripts of every page, and runs last.
