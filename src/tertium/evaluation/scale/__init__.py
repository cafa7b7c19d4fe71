"""Test sets that outgrow memory or one machine."""
