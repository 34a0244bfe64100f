"""The JSON documents of `--json`: values in, models out; one module for each capability.

`parts`, `campaign_parts` and `changes` hold the models that several documents contain.
`docs/json.md` is made from the models.
"""
