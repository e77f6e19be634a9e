"""`lateness.yaml`, beside `config.yaml`: deadline, penalties for lateness, extensions.

It belongs to the course, not to the lab: no grading depends on it, and no package contains it.
"""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, datetime, timedelta, timezone, tzinfo
from itertools import pairwise
from pathlib import Path
from typing import Annotated, TypeVar
from zoneinfo import ZoneInfo

from pydantic import (
    AfterValidator,
    Discriminator,
    Field,
    PlainValidator,
    Tag,
    ValidationInfo,
    WithJsonSchema,
    field_validator,
)  # fmt: skip

from grader.assignment.models import AssignmentModel
from grader.assignment.yaml_source import read_yaml, validated
from grader.plaintext import IN_TABLES, points

T = TypeVar("T")
_ISO = re.compile(
    r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?\s*(Z|UTC|[+-]\d\d:?\d\d)?",
)  # Ruby writes nanoseconds, and a space before the zone
_WRITTEN = ("%d %B %Y %I:%M %p", "%B %d %Y %I:%M %p", "%d %B %Y %H:%M", "%B %d %Y %H:%M",
            "%b %d %Y %I:%M %p", "%b %d %Y %I%M %p", "%d %b %Y %I:%M %p", "%d %b %Y %H:%M",
            "%B %d %Y %I:%M:%S %p", "%m/%d/%Y %I:%M %p")  # fmt: skip
_WEEKDAY = re.compile(r"^(mon|tues?|wed(nes)?|thu(rs)?|fri|sat(ur)?|sun)(day)?\b", re.IGNORECASE)
_ZONE_NAME = re.compile(r"\s+[A-Z]{2,5}$")
_UNITS = {"second": 1, "sec": 1, "s": 1, "minute": 60, "min": 60, "hour": 3600, "h": 3600, "day": 86400, "d": 86400,
          "week": 604800, "year": 31536000}  # fmt: skip
_MOST_SECONDS = MAXYEAR * _UNITS["year"]
_PART = re.compile(r"(\d{1,6}(?:\.\d{1,3})?)\s*([a-z]+?)s?(?=[\s,\d]|$)[\s,]*")
_CLOCK = re.compile(r"(\d{1,7}):(\d\d)(?::(\d\d))?")
FILE = "lateness.yaml"
_OFFSET = re.compile(r"([+-])(\d\d):?(\d\d)")
_AMOUNT = re.compile(r"(\d{1,6}(?:\.\d{1,4})?)\s*(%?)")


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
        match = _PART.match(text, end)
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


@dataclass(frozen=True, slots=True)
class PenaltyAmount:
    """A number of points, or a percentage of the points possible."""

    value: float
    percent: bool

    def of(self, possible: float) -> float:
        """Return the amount in points."""
        return self.value * possible / 100 if self.percent else self.value


def _read(read: Callable[[str], T | None], expected: str) -> PlainValidator:
    """Return a validator of texts that can be read; the message says what is expected."""

    def validate(value: object) -> T:
        if isinstance(value, str) and (found := read(value)) is not None:
            return found
        raise ValueError(f"expected {expected}, got {value!r}")

    return PlainValidator(validate)


def _amount(value: object) -> PenaltyAmount:
    match = _AMOUNT.fullmatch(str(value)) if isinstance(value, (str, int, float)) else None
    if match is None:
        raise ValueError(f"expected points, or percent of the points possible such as 10%, got {value!r}")
    amount = PenaltyAmount(float(match[1]), bool(match[2]))
    if amount.percent and amount.value > 100:
        raise ValueError(f"expected at most 100% of the points possible, got {value!r}")
    return amount


def _zone_name(name: str) -> str:
    try:
        _zone(name)
    except (KeyError, ValueError, OSError):
        raise ValueError(
            f"{name!r} is no time zone that this machine knows, such as Europe/Berlin; +01:00 works everywhere"
        ) from None
    return name


def _zone(name: str) -> tzinfo:
    if match := _OFFSET.fullmatch(name):
        minutes = int(match[2]) * 60 + int(match[3])
        return timezone(timedelta(minutes=-minutes if match[1] == "-" else minutes))
    return ZoneInfo(name)


_TEXT = WithJsonSchema({"type": "string"})
Duration = Annotated[timedelta, _read(duration_of, "a time with its unit, such as 1 day or 90 minutes"), _TEXT]
PenaltyPoints = Annotated[PenaltyAmount, PlainValidator(_amount), WithJsonSchema({"type": ["number", "string"]})]
Longer = Annotated[
    timedelta | datetime,
    _read(
        lambda text: time_of(text) or duration_of(text), "so much longer, such as 2 days, or a deadline of one's own"
    ),
    _TEXT,
]
Time = Annotated[datetime, _read(time_of, "a date and a time, such as 2026-11-20 23:59"), _TEXT]


class Each(AssignmentModel):
    """So much for every day, hour or other time that has begun."""

    each: Duration = Field(description="1 day, 1 hour: every one that has begun counts")
    takes: PenaltyPoints = Field(description="points, or percent of the points possible (10%)")
    at_most: PenaltyPoints | None = Field(None, description="never more than this")

    @field_validator("each")
    @classmethod
    def _is_some_time(cls, each: timedelta) -> timedelta:
        if not each:
            raise ValueError("expected more than no time")
        return each

    def taken(self, late_by: timedelta, possible: float) -> float:
        """Return the points to deduct for this lateness."""
        off = math.ceil(late_by / self.each) * self.takes.of(possible)
        return off if self.at_most is None else min(off, self.at_most.of(possible))


class PenaltyStep(AssignmentModel):
    """A row of a table: what is taken off who is later than this."""

    after: Duration
    takes: PenaltyPoints


def _rising(steps: tuple[PenaltyStep, ...]) -> tuple[PenaltyStep, ...]:
    if any(earlier.after >= later.after for earlier, later in pairwise(steps)):
        raise ValueError("expected steps in the order of their times, each later than the one before")
    return steps


Steps = Annotated[tuple[PenaltyStep, ...], Field(min_length=1), AfterValidator(_rising)]
Penalty = Annotated[
    Annotated[Each, Tag("rate")] | Annotated[Steps, Tag("table")],
    Discriminator(lambda value: "table" if isinstance(value, tuple) else "rate"),
]


class Rules(AssignmentModel):
    """What `lateness.yaml` may say."""

    time_zone: Annotated[str, AfterValidator(_zone_name)] | None = Field(
        None, description="of the deadline, and of times in tables that have none: Europe/Berlin, +01:00"
    )
    deadline: Time | None = Field(
        None, description="2026-11-20 23:59; without it, only what the download itself says of lateness counts"
    )
    grace: Duration = Field(timedelta(), description="who is later by no more than this is not late")
    penalty: Penalty | None = Field(
        None, description="what being late takes off: for each day or hour, or a table of steps"
    )
    marked_late: Duration | None = Field(
        None, description="how late somebody counts whom the download marks as late without a time (Canvas)"
    )
    extensions: dict[str, Longer] = Field(
        default_factory=dict,
        description="by login, e-mail, number or name: so much longer, or a deadline of one's own",
    )

    @field_validator("deadline")
    @classmethod
    def _has_a_zone(cls, deadline: datetime | None, info: ValidationInfo) -> datetime | None:
        if deadline is not None and deadline.tzinfo is None and info.data.get("time_zone", "") is None:
            raise ValueError("needs a time zone: write time_zone: Europe/Berlin, or the offset behind the time")
        return deadline

    @field_validator("extensions")
    @classmethod
    def _end_in_the_calendar(cls, extensions: dict[str, Longer], info: ValidationInfo) -> dict[str, Longer]:
        deadline = info.data.get("deadline")
        for name, longer in extensions.items():
            if deadline is not None and isinstance(longer, timedelta) and not in_calendar(deadline, longer):
                raise ValueError(f"{name}: so much longer ends after the last year that a calendar has")
        return extensions

    @property
    def zone(self) -> tzinfo | None:
        """The course's time zone."""
        if self.time_zone is not None:
            return _zone(self.time_zone)
        return self.deadline.tzinfo if self.deadline is not None else None

    def local(self, time: datetime) -> datetime:
        """Return the time in the course's zone; a time without a zone is taken to be in it."""
        if self.zone is None:
            return time
        return time.astimezone(self.zone) if time.tzinfo is not None else time.replace(tzinfo=self.zone)

    def overdue(self, submitted: datetime, longer: timedelta | datetime | None) -> timedelta | None:
        """Return how long after the deadline `submitted` is (negative: before it); None if unknown.

        An extension in days uses the calendar: the deadline keeps its hour when clocks change.
        """
        deadline = longer if isinstance(longer, datetime) else self.deadline
        if deadline is None:
            return None
        deadline = self.local(deadline) + (longer if isinstance(longer, timedelta) else timedelta())
        submitted = self.local(submitted)
        if submitted.tzinfo is None or deadline.tzinfo is None:
            return None
        return submitted.astimezone(timezone.utc) - deadline.astimezone(timezone.utc)

    def taken(self, late_by: timedelta | None, score: float, possible: float) -> float:
        """Return the points to deduct, at most `score`."""
        if late_by is None:
            return 0.0
        off = 0.0
        if isinstance(self.penalty, Each):
            off = self.penalty.taken(late_by, possible)
        elif self.penalty is not None:
            off = next((step.takes.of(possible) for step in reversed(self.penalty) if late_by > step.after), 0.0)
        return max(0.0, min(round(off, 2), score))

    def words(self, late_by: timedelta | None, score: float, possible: float) -> str:
        """Return the sentence that the student reads."""
        if late_by is None:
            return "Handed in late; how late is not known, and nothing was taken off."
        off = self.taken(late_by, score, possible)
        if not off:
            return f"{duration_words(late_by)} late; nothing was taken off."
        return (
            f"{duration_words(late_by)} late: {points(off, IN_TABLES)} of {points(possible)} points taken off; "
            f"graded {points(score, IN_TABLES)}, counts {points(score - off, IN_TABLES)}."
        )


def load_lateness(path: Path) -> tuple[Rules, dict[str, int]]:
    """Return the rules, and each extension's line. Raise `AssignmentError` with the line of what is wrong."""
    document = read_yaml(path, path.name)
    rules = validated(Rules, document)
    return rules, {name: document.line(("extensions", name)) for name in rules.extensions}
