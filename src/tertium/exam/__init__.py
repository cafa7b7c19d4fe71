"""Grading of human translators: passages, answers, features, models, rules, uncertainty (Dreyer & Marcu 2012).

A model proposes a label for each passage and a rule table a level for the exam; people decide.
"""
