"""The screens with the boards of My City and a cursor."""
