"""Parse times and durations as course systems and people write them."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from datetime import MAXYEAR, MINYEAR, datetime, timedelta, timezone

_ISO = re.compile(
    r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?\s*(Z|UTC|[+-]\d\d:?\d\d)?",
)  # Ruby writes nanoseconds, and a space before the zone
_WRITTEN = ("%d %B %Y %I:%M %p", "%B %d %Y %I:%M %p", "%d %B %Y %H:%M", "%B %d %Y %H:%M",
            "%b %d %Y %I:%M %p", "%b %d %Y %I%M %p", "%d %b %Y %I:%M %p", "%d %b %Y %H:%M",
            "%B %d %Y %I:%M:%S %p", "%m/%d/%Y %I:%M %p")  # fmt: skip
_WEEKDAY = re.compile(r"^(mon|tues?|wed(nes)?|thu(rs)?|fri|sat(ur)?|sun)(day)?\b", re.IGNORECASE)
_ZONE_NAME = re.compile(r"\s+[A-Z]{2,5}$")


def time_of(text: str) -> datetime | None:
    """Return the time in a course system's English or ISO 8601 format; None for anything else."""
    return _in_any_zone(_written(" ".join(text[:100].split())))


def _in_any_zone(time: datetime | None) -> datetime | None:
    """Return the time, or None if its year could leave the range 1 to 9999 in another time zone."""
    return time if time is not None and MINYEAR < time.year < MAXYEAR else None


def in_calendar(time: datetime, later: timedelta) -> bool:
    """Return whether `time + later` exists in every time zone."""
    with contextlib.suppress(OverflowError):
        return _in_any_zone(time + later) is not None
    return False


def _written(text: str) -> datetime | None:
    if match := _ISO.fullmatch(text):
        with contextlib.suppress(ValueError):
            zone = (match[3] or "").replace("Z", "+00:00").replace("UTC", "+00:00")
            zone = zone if ":" in zone or not zone else f"{zone[:3]}:{zone[3:]}"
            return datetime.fromisoformat(f"{match[1]}T{match[2]}{zone}")
        return None
    words = " ".join(_WEEKDAY.sub("", text).replace(",", " ").split())
    words = words if words.endswith(("AM", "PM", "am", "pm")) else _ZONE_NAME.sub("", words)
    for form in _WRITTEN:
        with contextlib.suppress(ValueError):
            return datetime.strptime(words, form)
    return None


def from_epoch(seconds: int) -> datetime | None:
    """Return the time `seconds` after the start of 1970; None if it is out of range."""
    with contextlib.suppress(OverflowError, ValueError, OSError):
        return _in_any_zone(datetime.fromtimestamp(seconds, timezone.utc))
    return None


_UNITS = {"second": 1, "sec": 1, "s": 1, "minute": 60, "min": 60, "hour": 3600, "h": 3600, "day": 86400, "d": 86400,
          "week": 604800, "year": 31536000}  # fmt: skip
_MOST_SECONDS = MAXYEAR * _UNITS["year"]
_AMOUNT = re.compile(r"(\d{1,6}(?:\.\d{1,3})?)\s*([a-z]+?)s?(?=[\s,\d]|$)[\s,]*")
_CLOCK = re.compile(r"(\d{1,7}):(\d\d)(?::(\d\d))?")


def duration_of(text: str) -> timedelta | None:
    """Return the duration in `1 day 3 hours`, `90 min` or `27:00:00`; None if invalid, without a unit, or too long."""
    text = text[:100].strip().lower()
    if match := _CLOCK.fullmatch(text):
        return timedelta(hours=int(match[1]), minutes=int(match[2]), seconds=int(match[3] or 0))
    seconds = list(_seconds(text))
    total = sum(filter(None, seconds))
    return None if not seconds or None in seconds or total > _MOST_SECONDS else timedelta(seconds=total)


def _seconds(text: str) -> Iterator[float | None]:
    end = 0
    while end < len(text):
        match = _AMOUNT.match(text, end)
        if match is None or (match[2] not in _UNITS and match[2] != "s"):
            yield None
            return
        yield float(match[1]) * _UNITS[match[2]]
        end = match.end()


def duration_words(duration: timedelta) -> str:
    """Return a duration in its two largest units: `1 day 3 hours`, `5 minutes`."""
    left = round(duration.total_seconds())
    told: list[str] = []
    for unit, seconds in (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1)):
        count, left = divmod(left, seconds)
        if count or told:
            told.append(f"{count} {unit}{'s' if count != 1 else ''}" if count else "")
    return " ".join(words for words in told[:2] if words) or "0 seconds"


def clock(duration: timedelta) -> str:
    """Return a duration as spreadsheets read it, in hours, minutes and seconds: `27:00:00`."""
    minutes, seconds = divmod(round(duration.total_seconds()), 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{seconds:02d}"
