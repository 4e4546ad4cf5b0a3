"""What a user can put right."""


class Problem(Exception):
    """Something the user can put right; the text is one sentence."""
