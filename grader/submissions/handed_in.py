"""When something was handed in, as far as a download tells."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedIn:
    """`submitted` is in the course's own time zone where it has none of its own, as in tables that people read.

    `late` says that the download marks it so, `late_by` by how much after the deadline, where it tells that itself.
    """

    submitted: datetime | None = None
    late: bool = False
    late_by: timedelta | None = None

    def completed(self, other: HandedIn) -> HandedIn:
        """With what another source knows besides."""
        return HandedIn(
            submitted=self.submitted or other.submitted,
            late=self.late or other.late,
            late_by=self.late_by if self.late_by is not None else other.late_by,
        )


UNKNOWN = HandedIn()
