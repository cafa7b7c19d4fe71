"""What all pages share: the catalogue of texts, and the browser code in browser/."""
