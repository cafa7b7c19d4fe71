"""Paraphrases from bilingual text: two phrases that translate to the same foreign phrase can mean the same."""
