"""The tree of exceptions, and what each leads to. A test compares this tree with the code.

Wrong input has a kind of its own only where somebody catches that kind.

UsageError                      the input is wrong, and the message says how; exit code 2
  AssignmentError               the assignment, with file and line
    OracleLimitError            its oracle exceeds its time or memory; ends a sweep with a message
  ExpressionError               an expression in the assignment
  SubmissionError               the path of a submission
  ListingError                  an archive or a folder cannot be listed
  LayoutError                   a download does not have the given layout, or that is none
  StudentNameError              a name matches no student, or more than one
  NoGpuError                    a GPU that the machine does not have
  NotSupportedError             a whole program needs something that is not there
  PluginError                   what another distribution adds cannot be used
ExecutorError                   no more submissions of a batch can be graded
  UnusableError                 no submission can ever be graded
DeviceError                     a device could not finish a request; `grading` makes it a finding or a note
  DeviceCrash                   its child process died, or sent an invalid answer: caused by the submission
    DeviceStarved               it waited too long for a processor; `run` says that nothing was graded
  DeviceTimeout                 it did not answer in time: caused by the submission
  DeviceFault                   the grader's own fault, which never costs points
    SlowStartError              the child took too long to start; `run` says that nothing was graded
  GpuFailure                    the GPU reported an error
  GpuUnavailable                no GPU can be used
CompilerUnavailableError        no compiler on this machine; becomes a `DeviceFault`
CompilerFaultError              the compiler itself failed; becomes a `DeviceFault`
WordsError                      a file of `grader/words` has a mistake; the grader's own fault
ParameterError                  a kernel's parameters do not fit the launch; becomes a finding
  NotUnderstoodError            the file leaves something open; becomes a finding that costs no points
NotArithmeticError              host code that is not arithmetic on values passed to a kernel; the value stays unknown
TooComplexError                 a kernel's text is too complex to be edited; then there are no edits
Unsupported                     PTX that the emulator cannot run; becomes a finding
  TooLarge                      more than a GPU has
  UnknownFormError              a form of a matrix instruction
PtxSyntaxError                  text that is not PTX; becomes a finding
GpuError                        an error of CUDA inside the GPU's child; becomes a `GpuFailure`
FrameError                      a pipe delivered no frame; becomes a `DeviceCrash`
  ClosedError                   the other side has closed the pipe
ForkServerError                 the fork server died; another is started
TooLargeError                   a file is larger than a submission may be; becomes a finding
NotCompiledError                a half of a whole program does not compile; a finding, or the end of an edit's trial
ProtocolError                   a whole program disturbs its own runtime; becomes a finding
CallError                       a call of a whole program's own fails; the program gets the error's code
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.results import Diagnostic


class UsageError(Exception):
    """Invalid input; the message tells the user what is wrong."""


class NotSupportedError(UsageError):
    """A whole program needs something that is not there: it is not run on, so that no answer is wrong."""


class NotCompiledError(Exception):
    """A half of a whole program does not compile; `diagnostics` say why, or `said` does."""

    def __init__(self, diagnostics: Sequence[Diagnostic], said: str = "") -> None:
        super().__init__(said)
        self.diagnostics, self.said = tuple(diagnostics), said


class DeviceError(Exception):
    """The device could not finish a request."""


class DeviceCrash(DeviceError):  # noqa: N818 (named for what happened)
    """The child process died, or sent an invalid answer."""


class DeviceStarved(DeviceCrash):
    """No answer, and hardly a processor to work on it; the child process was ended."""


class DeviceTimeout(DeviceError):  # noqa: N818
    """No answer within the time limit; the child process was ended."""


class DeviceFault(DeviceError):  # noqa: N818
    """The grader itself failed in the child; never the student's fault."""


class SlowStartError(DeviceFault):
    """The child process was too slow to start, and was ended: the machine is busy."""


class GpuFailure(DeviceError):  # noqa: N818
    """The GPU reported an error, and its child has been replaced. `code` is CUDA's error number."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class GpuUnavailable(DeviceError):  # noqa: N818
    """No GPU can be used; the message says why."""
