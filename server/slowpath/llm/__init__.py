"""The language model: prompts, replies, providers, record and replay, budget.

The only room that talks to a model, and it is optional everywhere. What a model says is data: it is parsed into
`(good, rejected)`, never raises, and what it wrote as code is run by others, in the sandbox.
"""
