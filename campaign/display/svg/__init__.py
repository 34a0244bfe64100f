"""Pictures: values in, SVG out.

A picture says what it shows in a title and a description, is readable without colour, and follows
the reader's light or dark. It knows no file and no console.
"""
