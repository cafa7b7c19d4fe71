"""How a project goes, without replaying a log: what is kept beside each sheet, and all of it put together."""
