"""The JSON documents of `--json`: values in, plain data out, a module a capability."""
