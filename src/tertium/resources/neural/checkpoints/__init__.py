"""Files of weights, each read as data: nothing in them is executed, and nothing in them is believed."""
