"""The kinds of columns that tables have: ids are random text, times UTC text that sorts, JSON is text."""

from sqlalchemy import Column, ForeignKey, Integer, String, Text

ID, SHA, TIME = String(32), String(64), String(24)


def id() -> Column[str]:
    return Column("id", ID, primary_key=True)


def to(name: str, target: str, nullable: bool = False) -> Column[str]:
    return Column(name, ID, ForeignKey(f"{target}.id"), nullable=nullable)


def time(name: str, nullable: bool = False) -> Column[str]:
    return Column(name, TIME, nullable=nullable)


def text(name: str, nullable: bool = False) -> Column[str]:
    return Column(name, Text, nullable=nullable)


def number(name: str, nullable: bool = False) -> Column[int]:
    return Column(name, Integer, nullable=nullable)
