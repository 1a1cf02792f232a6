"""Ways to a model over the network, one file each."""
