"""Clusters of these tests ask for a token, as Ray advises, and not for one that a user may have."""

from __future__ import annotations

import os
import secrets

os.environ.setdefault("RAY_AUTH_MODE", "token")
os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(16))
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
