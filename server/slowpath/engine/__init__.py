"""The search: `campaign.run_campaign` turns a specification and an executor into events; `replay` makes bytes again."""
