"""The JSON documents of `--json`: values in, plain data out; one module for each capability.

`docs/json.md` describes them. `parts` and `campaign_parts` have what several documents contain.
"""
