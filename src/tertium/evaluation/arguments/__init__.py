"""What callers give: options as values, scores from elsewhere, and the checks of both."""
