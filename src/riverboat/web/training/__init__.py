"""The trainer: hands against solved spots, the score of each person, and mistakes that come back."""
