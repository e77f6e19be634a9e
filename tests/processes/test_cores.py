"""How many cores a grading may use."""

from pathlib import Path

import pytest

from grader.processes.child import usable_cores


@pytest.fixture
def cores(monkeypatch: pytest.MonkeyPatch) -> int:
    """What the scheduler allows."""
    monkeypatch.setattr("os.sched_getaffinity", lambda _: set(range(16)), raising=False)
    return 16


def system(root: Path, groups: str, files: dict[str, str]) -> Path:
    """A machine whose process is in these groups, with these limits."""
    for name, text in {"proc/self/cgroup": groups, **files}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def test_a_container_limited_to_two_cores_has_two(tmp_path: Path, cores: int) -> None:
    assert usable_cores(system(tmp_path, "0::/\n", {"sys/fs/cgroup/cpu.max": "200000 100000\n"})) == 2


def test_a_core_and_a_half_are_two_and_a_tenth_is_one(tmp_path: Path, cores: int) -> None:
    assert usable_cores(system(tmp_path / "a", "0::/\n", {"sys/fs/cgroup/cpu.max": "150000 100000"})) == 2
    assert usable_cores(system(tmp_path / "b", "0::/\n", {"sys/fs/cgroup/cpu.max": "10000 100000"})) == 1


def test_the_tightest_of_all_groups_above_counts(tmp_path: Path, cores: int) -> None:
    limits = {"job": "max 100000", "job/step": "800000 100000", "job/step/task": "max 100000"}
    files = {f"sys/fs/cgroup/{name}/cpu.max": text for name, text in limits.items()}
    assert usable_cores(system(tmp_path, "0::/job/step/task\n", files)) == 8


def test_limits_of_the_older_kind_count_as_well(tmp_path: Path, cores: int) -> None:
    files = {"sys/fs/cgroup/cpu/cpu.cfs_quota_us": "300000\n", "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n"}
    assert usable_cores(system(tmp_path, "5:memory:/x\n4:cpuacct,cpu:/docker/abc\n", files)) == 3


@pytest.mark.parametrize("limit", ["max 100000", "", "many 100000", "100000 0"])
def test_without_a_limit_that_can_be_read_the_scheduler_decides(tmp_path: Path, cores: int, limit: str) -> None:
    assert usable_cores(system(tmp_path, "0::/\n", {"sys/fs/cgroup/cpu.max": limit})) == cores


def test_a_system_that_tells_nothing_has_what_the_scheduler_allows(tmp_path: Path, cores: int) -> None:
    assert usable_cores(tmp_path) == cores
