"""Pictures: values in, SVG out.

A picture has a title and a description in words, is readable without colour, and follows the
reader's light or dark mode. Nothing here opens a file or a console.
"""
