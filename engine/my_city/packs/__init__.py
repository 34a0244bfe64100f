"""The data of the packs that come with the program; `engine.my_city.pack.load` reads it."""
