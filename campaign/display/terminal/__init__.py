"""Screens: values in, renderables of rich out; one module for each capability."""
