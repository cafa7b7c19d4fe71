"""Inputs and outputs that outgrow memory."""
