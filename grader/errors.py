"""What can be raised here, and by whom it is caught. A test keeps this tree true.

UsageError                      what was given is wrong, and the message says so in words; exit code 2
  AssignmentError               the assignment, with file and line
    OracleLimitError            its oracle takes more time or memory than it may; ends a sweep with words
  UnnamedAssignmentError        the assignment that is meant has to be named
  ExpressionError               an expression in the assignment
  SubmissionError               the path of a submission
  ListingError                  an archive or a folder cannot be listed
  LayoutError                   a download is not laid out as was said
  RosterError                   a roster cannot be filled
  StudentNameError              nobody is called so, or more than one
  PeopleError                   the table of people cannot be read
  PickError                     which of a student's files counts is not clear
  NoSuchCaseError               a case that the assignment does not have
  NoGpuError                    a GPU that the machine does not have
  UnknownGpuError               a GPU that the tables do not have
  PackagingError                a package cannot be made
  LaunchTextError               the text of a launch, or what it passes does not fit the kernel
ExecutorError                   no more submissions of a batch can be graded
  UnusableError                 none ever could
DeviceError                     a device could not finish what it was asked; `checking` makes it a finding or a note
  DeviceCrash                   its child process died, or answered nonsense: the submission's doing
  DeviceTimeout                 it did not answer within its time: the submission's doing
  DeviceFault                   the grader's own fault, which never costs points
  GpuFailure                    the GPU reported an error
  GpuUnavailable                there is no GPU that can be used
CompilerUnavailableError        no compiler on this machine; becomes a `DeviceFault`
CompilerFaultError              the compiler failed inside; becomes a `DeviceFault`
WordsError                      a file of `grader/words` has a mistake; the grader's own fault
ParameterError                  a kernel's parameters do not fit the launch; becomes a finding
  NotUnderstoodError            what the file leaves open cannot be told; becomes a finding that accuses nobody
NotArithmeticError              host code that is no arithmetic of what it passes to a kernel; it is left open then
TooComplexError                 a kernel's text is too complex to be edited; then there are no edits
Unsupported                     PTX that the emulator cannot run; becomes a finding
  TooLarge                      more than a GPU gives
  UnknownFormError              a form of a matrix instruction
PtxSyntaxError                  text that is no PTX; becomes a finding
GpuError                        an error of CUDA inside the GPU's child; becomes a `GpuFailure`
FrameError                      no frame came through a pipe; becomes a `DeviceCrash`
  ClosedError                   the other side has closed it
ForkServerError                 the fork server died; another is started
TooLargeError                   a file is larger than a submission may be; becomes a finding
MetadataError                   Gradescope's metadata cannot be read; becomes a `LayoutError`
PatternError                    a pattern of paths is none; becomes a `LayoutError`
"""

from __future__ import annotations


class UsageError(Exception):
    """What was given is wrong; the message says so, in words for whoever gave it."""
