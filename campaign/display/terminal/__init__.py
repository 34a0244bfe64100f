"""Screens: values in, renderables of rich out, a module a capability."""
