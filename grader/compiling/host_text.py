"""Read a program's host half as its runtime's calls need it: the statement of a line, and where a value was made.

A call tells its line, and no more. What is read here names lines and chooses words; it finds no fault by itself.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from grader.compiling.host_file import HostArray, HostFile, Setting, name_of, named_alike
from grader.compiling.host_tokens import NOWHERE, Place
from grader.compiling.lexer import closing, joined, lex, split

MOST_LINES = 8
"""Lines of one statement that are read."""
_MOST_STEPS = 4
"""Names that stand for each other, one behind the other, which are followed."""
_ALLOCATES = (
    # cudaMalloc(&d_a, …), cudaMalloc((void **)&d_a, …), and with pitch or flags
    re.compile(
        r"\bcuda(?:Malloc\w*|HostAlloc)\s*(?:<[^<>]*>)?\s*\(\s*(?:\([^()]*\)\s*|\w+_cast\s*<[^<>]*>\s*\(\s*)?\(*\s*&\s*([\w.\->\[\]]+)"
    ),
    # float *a = (float *)malloc(…), new float[…]
    re.compile(r"(\w+)\s*=\s*(?:\([^()]*\)\s*)?(?:malloc|calloc|new\b)"),
)
_GRIDS = re.compile(r"(?i)grid|blocks")
_CALLS = re.compile(r"\bcu(?:da|blas)[A-Z]\w*\s*\(|<<<")
_SIZEOF = re.compile(r"\bsizeof\s*\([^()]*\)")
_OF_BYTES = re.compile(r"\b(?:char|void|uint8_t|byte)\s*\*")


class HostText:
    """The files of one program by name."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self._lines = {name: [line.partition("//")[0] for line in text.split("\n")] for name, text in files.items()}
        self._texts = {name: "\n".join(lines) for name, lines in self._lines.items()}
        self._read = {name: HostFile(name, text) for name, text in files.items()}
        self._nothing = HostFile("", "")
        self._arrays: dict[tuple[Place, str], HostArray | None] = {}

    # --- what stands on a line

    def statement(self, place: Place) -> str:
        """Return the statement of a line, where its brackets open and close; empty where the line is not known.

        In a macro's brackets, a call is on the last line of them.
        """
        first, end = self._span(place)
        return " ".join(self._lines[place.file][first:end]) if end else ""

    def _span(self, place: Place) -> tuple[int, int]:
        lines, line = self._lines.get(place.file, []), place.line
        if not 0 < line <= len(lines):
            return 0, 0
        first, end = line - 1, line
        while _open("".join(lines[first:end])) < 0 and 0 < first > line - MOST_LINES:
            first -= 1
        while _open("".join(lines[first:end])) > 0 and end < len(lines) and end < line + MOST_LINES:
            end += 1
        return first, end

    def _at(self, place: Place) -> tuple[HostFile, int]:
        """Return the file of a line, which is empty where it is not known, and the token of its launch or call."""
        file = self._read.get(place.file, self._nothing)
        return file, file.at(*self._span(place))

    def call_line(self, place: Place) -> Place:
        """Return the line of a statement where its call begins, of one that a compiler places at its end."""
        first, end = self._span(place)
        lines = self._lines[place.file][first : place.line] if end else []
        begun = next((n for n, text in enumerate(reversed(lines)) if _CALLS.search(text)), 0)
        return place._replace(line=place.line - begun)

    def elements(self, place: Place, name: str) -> Setting | None:
        """Return where an array or a vector of the host's is declared, with its elements' type as the value.

        None where a file declares several of that name that are not alike.
        """
        declared = re.compile(
            rf"(?:\bvector\s*<\s*([\w ]+?)\s*>\s*|\b(float|double|int|long long)\s+){re.escape(name)}\s*[\[(;=,{{]"
        )
        lines = self._lines.get(place.file, [])
        found = [(n, match[1] or match[2]) for n, line in enumerate(lines, 1) for match in declared.finditer(line)]
        if len({each for _, each in found}) != 1 or found[-1][0] > place.line:
            return None
        return Setting(place=Place(place.file, found[-1][0]), name=name, value=found[-1][1])

    def arguments(self, place: Place, call: str) -> list[str]:
        """Return what stands between the brackets behind `call` in the statement of a line, comma by comma."""
        text = "(" + self.statement(place).partition(call)[2].partition("(")[2]
        tokens = lex(text).tokens
        end = closing(tokens, 0)
        return [text[part[0].start : part[-1].end] for part in split(tokens[1:end])] if end < len(tokens) else []

    def configuration(self, place: Place) -> dict[str, str]:
        """Return what a launch on a line gives as grid, block and bytes of shared memory."""
        within = self.statement(place).partition("<<<")[2].partition(">>>")[0]
        tokens = lex(within).tokens
        parts = [within[part[0].start : part[-1].end] for part in split(tokens)]
        if not parts:
            given = self.arguments(place, "cudaLaunchKernel")
            parts = [*given[1:3], *given[4:5]]
        return dict(zip(("grid", "block", "shared"), parts, strict=False))

    def exchanged(self, place: Place) -> bool:
        """True if a launch has, by their names, the grid in the place of the block."""
        texts = self.configuration(place)
        return bool(_GRIDS.search(texts.get("block", ""))) and not _GRIDS.search(texts.get("grid", ""))

    def reckons_with(self, place: Place, block: Sequence[int]) -> bool:
        """True if what sets a launch's grid has the block's name in it, or one of its sides, by name or as a number."""
        texts = self.configuration(place)
        steps, of_block = self.settings(place, texts.get("grid", "")), self.settings(place, texts.get("block", ""))
        known = {str(size) for size in block if size > 1} | _names(texts.get("block", ""))
        known |= {name for step in of_block for name in _names(step.value)}
        made = [texts.get("grid", ""), *(step.value for step in steps)]
        return any(known & {*re.findall(r"\w+", value)} for value in made)

    def named(self, place: Place) -> str:
        """Return the variable that a statement puts new memory in; empty where it does not show one."""
        names = {match[1] for pattern in _ALLOCATES for match in pattern.finditer(self.statement(place))}
        return names.pop() if len(names) == 1 else ""

    def counts_elements(self, text: str, steps: int = 1) -> bool:
        """True if neither an expression nor what sets the names in it, so many steps back, says `sizeof`."""
        if "sizeof" in text or not steps:
            return "sizeof" not in text
        names, whole = set(re.findall(r"[A-Za-z_]\w*", text)), "\n".join(self._texts.values())
        set_so = (rf"\b{name}\s*=([^;=]*)|#define\s+{name}\b(.*)" for name in names)
        values = {"".join(value) for each in set_so for value in re.findall(each, whole)}
        return all(self.counts_elements(value, steps - 1) for value in values)

    def is_pointer(self, file: str, name: str) -> bool:
        """True if a file declares a pointer of this name, and no array."""
        text = self._texts.get(file, "")
        declared = re.search(rf"\*\s*(?:const\s+|__restrict__\s+)?{re.escape(name)}\s*[=;,)]", text)
        return declared is not None and not re.search(rf"\w\s+{re.escape(name)}\s*\[[^\]]*\]\s*[=;,]", text)

    def pointer(self, place: Place, *, source: bool = False) -> str:
        """Return what the text of a copy or a fill gives as its target, or as its source."""
        text = self.statement(place)
        given = self.arguments(place, "cudaMemset" if "cudaMemset" in text else "cudaMemcpy")
        number = (2 if "cudaMemcpy2D" in text else 1) if source else 0
        return given[number] if number < len(given) else ""

    def object_sizes(self, place: Place) -> list[int]:
        """Return the bytes of what a call takes the `sizeof`, if that may be a pointer variable, or a vector itself."""
        named = re.search(r"\bsizeof\s*\(?\s*(\w+)\s*\)?\s*[,)]", self.statement(place))
        if named is None:
            return []
        vector = rf"\bvector\s*<[^;]*>[\s&]*(?:[\w(),\s]*,\s*)?{named[1]}\b"
        found = ((8, self.is_pointer(place.file, named[1])), (24, re.search(vector, self._texts.get(place.file, ""))))
        return [size for size, declared in found if declared]

    def given(self, place: Place) -> list[tuple[str, Place | None]]:
        """Return the arguments of the launch on a line, each as the text has it, with the line, if it is another one.

        A parameter of the function that launches is what its one call gives, by a name.
        """
        name = "".join(self.arguments(place, "cudaLaunchKernel")[3:4])
        listed = rf"\b{re.escape(name)}\s*\[[^\]]*\]\s*=\s*\{{([^}}]*)\}}"
        text = "\n".join(self._lines.get(place.file, ())[: place.line])
        if name and (found := [*re.finditer(listed, text)]):
            made = Place(place.file, text.count("\n", 0, found[-1].start()) + 1)
            return [(each.strip(" &\n").removeprefix("(void *)").strip(" &"), made) for each in found[-1][1].split(",")]
        file, at = self._at(place)
        passed = [(each, file.passed(each, at)) for each in self.arguments(place, ">>>")]
        return [(made.value, made.place) if made else (text, None) for text, made in passed]

    def other_size(self, place: Place, sizes: Sequence[int]) -> HostArray | None:
        """Return the variable of which `cudaLaunchKernel` gets the address, if it has other bytes than a parameter."""
        if "cudaLaunchKernel" not in self.statement(place):
            return None
        (file, at), given = self._at(place), self.given(place)
        made = [file.variable(text, at) for text, _ in given] if len(given) == len(sizes) else []
        return next((each for each, size in zip(made, sizes, strict=False) if each and each.size_bytes != size), None)

    def size(self, place: Place) -> str:
        """Return what the text of a copy gives as its number of bytes."""
        return "".join(self.arguments(place, "cudaMemcpy")[2:3])

    def size_text(self, place: Place) -> str:
        """Return the number of bytes that a copy gives, and how the names that stand for it were set."""
        size = self.size(place)
        return " ".join((size, *(each.value for each in self.settings(place, size))))

    def adds_to(self, place: Place, size: str, other: str) -> bool:
        """True if a name in a size stands for a sum, of which a name in another one is a term."""
        names, others = _names(size), _names(other)
        values = [step.value for name in names - others for step in self.settings(place, name)[:1]]
        if any("sizeof" in value for value in values):  # a number of bytes
            return any(self.adds_to(place, value, other) for value in values)
        terms = {term.strip() for value in values if "+" in value for term in value.split("+")}
        return not names & others and bool(terms & others)

    def array(self, place: Place, *, source: bool) -> HostArray | None:
        """Return the array of the host's, declared with its size, that a copy on a line has as target or source."""
        text = "".join(self.pointer(place, source=source).split())
        name = name_of(text)
        if not name or text not in (name, f"&{name}", f"&{name}[0]"):
            return None
        if (place, text) not in self._arrays:
            file, at = self._at(place)
            self._arrays[place, text] = (file.variable if text == f"&{name}" else file.array)(name, at)
        return self._arrays[place, text]

    def only_reserved(self, place: Place) -> Setting | None:
        """Return where a vector that a copy is given by `data()` gets room, if nothing gives it elements."""
        file, at = self._at(place)
        start = file.function(at)[0]
        first, last = (file.place(each).line for each in (start, file.partners[start])) if start else (1, place.line)
        text = "\n".join(self._lines.get(place.file, ())[first - 1 : last])
        for name in re.findall(r"\b([A-Za-z_]\w*)\s*\.\s*data\s*\(\s*\)", self.statement(place)):
            room = re.search(rf"\b{name}\s*\.\s*reserve\s*\(", text)
            filled = (
                rf"\b{name}\s*(?:\.\s*(?:resize|assign|\w*push\w*|emplace\w*|insert|swap)\b|=|\()|[(,]\s*{name}\s*[,)]"
            )
            if room and not re.search(filled, text):
                line = first + text.count("\n", 0, room.start())
                return Setting(place=Place(place.file, line), name=name, value="")
        return None

    def says_size_of(self, place: Place, pointer: str) -> bool:
        """True if a call takes its size from what a pointer is the name of, as `x.size()` and `sizeof(x)` do."""
        name = re.escape(name_of(pointer))
        sized = rf"\bsizeof\s*\(?\s*{name}\b|\b{name}\.size\b"
        return bool(name) and re.search(sized, self.statement(place)) is not None

    # --- where a value was made

    def sum_of(self, place: Place, pointer: str) -> str:
        """Return the sum that a pointer is in a call, or was set to before; empty where it is none."""
        steps = self.settings(place, pointer)
        made = steps[-1].value if steps else pointer
        return made if "+" in made and not (steps and steps[-1].by) else ""

    def bytes_added(self, place: Place, pointer: str) -> str:
        """Return the name that a pointer to elements is moved by where its value says `sizeof`; empty if none does."""
        base, _, added = pointer.partition("+")
        declared = rf"\b(?:char|void|uint8_t|byte)\s*\*\s*{re.escape(name_of(base) or '?')}\b"
        if _OF_BYTES.search(base) or re.search(declared, self._texts.get(place.file, "")):
            return ""
        values = ((name, self.settings(place, name)) for name in re.findall(r"[A-Za-z_]\w*", added))
        return next((name for name, steps in values if steps and not self.counts_elements(steps[-1].value)), "")

    def reckoned(self, place: Place, text: str) -> str:
        """Return the one name in a text if what it was set to is reckoned, not another name or a number."""
        names = _names(text)
        steps = self.settings(place, *names) if len(names) == 1 else []
        return names.pop() if steps and re.search(r"[*/+-]", steps[0].value) and "…" not in steps[0].value else ""

    def says(self, word: str) -> bool:
        """True if any file has this text."""
        return any(word in text for text in self._texts.values())

    def called_from(self, place: Place, other: Place) -> Place | None:
        """Return the one call, in the function around another line, of the function around a line that is not that.

        Of several it is the first behind the other line. None if what is on that line is a part of the call: a lambda.
        """
        file, at = self._at(place)
        after = self._at(other)[1]
        outer, inner = file.function(after)[0], file.function(at)[0]
        if place.file != other.file or not (inner and outer) or inner == outer:
            return None
        calls = [n for n in file.calls(inner) if file.function(n)[0] == outer]
        calls = [n for n in calls if not n < after < file.partners[n + 1]]
        behind = [n for n in calls if n > after] if len(calls) > 1 else calls
        return file.place(behind[0]) if behind else None

    def used_on(self, place: Place, name: str) -> Place:
        """Return the one line that reads what a pointer points to, where the line of a loop does not name it."""
        spelled, lines = re.escape(name), self._lines.get(place.file, ())
        used = re.compile(rf"(?:[=(+<>!&|?:-]|\breturn)\s*\*\s*{spelled}\b|(?<![\w.]){spelled}\s*\[")
        found = [n for n, line in enumerate(lines, 1) if used.search(line)]
        named = not name or re.search(rf"\b{spelled}\b", self.statement(place))
        return Place(place.file, found[0]) if len(found) == 1 and not named else place

    def host_twin(self, place: Place, name: str) -> Setting | None:
        """Return the host's array that has the name of one on the device but for its mark, if no copy names it."""
        marked = re.fullmatch(r"(?:d|dev|device|gpu)_?(\w+)|(\w+)_(?:d|dev|device|gpu)", name)
        core = re.escape((marked[1] or marked[2]).lower()) if marked else "?"
        text, file = self._texts.get(place.file, ""), self._read.get(place.file)
        spelled = re.compile(rf"(?i)\b(?:h_?|host_?)?{core}(?:_h|_host)?\b")
        for other in dict.fromkeys(spelled.findall(text) if marked and file else ()):
            at = len(file.tokens) - 1 if file else 0
            declared = (file.variable(other, at) or file.array(other, at)) if file and other != name else None
            if declared and not re.search(rf"\bcudaMemcpy\w*\s*\([^;]*\b{other}\b", text):
                return Setting(place=declared.place, name=other, value="")
        return None

    def settings(self, place: Place, expression: str) -> list[Setting]:
        """Return where the value of a plain name (or `name.data()`, `&name`) at a line was set, the last step first.

        A value that is again a plain name is followed: to a `dim3`'s side, to a macro, to the one call of the function
        whose parameter it is. Empty for any other expression, and where a loop sets the name again further down.
        """
        found: list[Setting] = []
        (file, at), name = self._at(place), name_of(expression)
        if not name and (made := file.made_by(expression, at)):
            return [made[1]]
        while file.name and name and len(found) < _MOST_STEPS:
            step = file.last_set(name, at) or self._macro(name) or file.made_by(name, at)
            if step is None:
                break
            at, setting = step
            found.append(setting)
            name = "" if setting.by else name_of(setting.value)
            if not (name or setting.by) and (step := file.made_by(setting.value, at)):
                at, setting = step
                found.append(setting)
                name = name_of(setting.value)
        return found

    def made_by_call(self, place: Place, name: str, inside: Place) -> Setting | None:
        """Return where a name at a line was set by a call of the function around another line, which has several."""
        file, at = self._at(inside)
        calls = {file.place(n) for n in file.calls(file.function(at)[0])} if name and inside.line else set()
        return next((step for step in self.settings(place, name) if step.place in calls), None)

    def size_set(self, place: Place, expression: str, *, first: bool) -> Place | None:
        """Return where a size of a launch was set: the last place of its name, or the `first` before the launch.

        Where a `dim3` is made of names alone that one line sets, it is that line.
        """
        steps = [step for step in self.settings(place, expression) if not step.by]
        if not steps or first:
            return steps[0].place if steps else None
        names = [each.strip() for each in steps[-1].value.split(",")]
        made = [self.settings(steps[-1].place, each) for each in names if not each.isdigit()]
        lines = {each[-1].place if each else None for each in made}
        return lines.pop() or steps[-1].place if len(names) > 1 and len(lines) == 1 else steps[-1].place

    def of_another_type(self, place: Place, size: str, array: str) -> Setting | None:
        """Return where a size in bytes was made with `sizeof` another type than that of an array's elements."""
        declared, made = self.elements(place, array), next(iter(self.settings(place, size)), None)
        sizes = re.findall(r"\bsizeof\s*\(\s*(float|double|int|short|char|long long)\s*\)", made.value) if made else []
        return made if declared and sizes and declared.value not in sizes else None

    def set_in_turn(self, place: Place, expression: str) -> Setting | None:
        """Return where each turn of the loop around a call sets the one name in a size anew, and always alike."""
        file, at = self._at(place)
        found = file.set_in_turn(sorted(_names(expression)), at)
        steps = self.settings(place, found[0]) if len(found) == 1 else []
        guarded = steps and re.search(r"\bmin\b|[?<]", steps[0].value) and self.in_steps(place, steps[0].value)
        return steps[0] if steps and not guarded else None

    def in_steps(self, place: Place, value: str) -> bool:
        """True if the loop around a call changes a name in a value."""
        file, at = self._at(place)
        return not _names(value).isdisjoint(file.changed_in_loop(at))

    def stale(self, place: Place, parameters: Mapping[int, str]) -> Setting | None:
        """Return the argument of a launch that stays as it is while the loop around changes what it should be.

        That is a variable with the name of the parameter, which the launch is not given at all.
        """
        (file, at), given = self._at(place), self.given(place)
        changed = file.changed_in_loop(at)
        texts = {text for text, _ in given}
        for number, name in parameters.items():
            text, made = given[number] if number < len(given) else ("", None)
            fits = named_alike(text, name) or text in changed or not text.isidentifier()
            if changed.get(name) == "in steps" and name not in texts and not fits:
                return Setting(place=made or place, name=text, value=name)
        return None

    def rounded_part(self, place: Place, made: Place) -> Setting | None:
        """Return where the size of a copy's part of an array is set, if the array's length is divided and rounded down.

        None where the text has what is left over by itself, too.
        """
        size, text = "".join(self.arguments(made, "cudaMalloc")[-1:]), self._texts.get(place.file, "")
        whole = _names(next((each.value for each in self.settings(made, size)), size))
        names = _names(self.size(place)) if len(whole) == 1 and "+" not in size else set()
        for _ in range(_MOST_STEPS):
            steps = [step for name in names for step in self.settings(place, name)[:1]]
            for step in steps:
                parts = re.fullmatch(r"(\w+)\s*/\s*(\w+)", step.value)
                if parts and {parts[1]} == whole:
                    each, amount = step.name, parts[2]
                    rest = rf"\b(?:{parts[1]}\s*%|{each}\s*\*\s*{amount}\b|{amount}\s*\*\s*{each}\b)"
                    return None if re.search(rest, text) else step
            names = {name for step in steps for name in _names(step.value)}
        return None

    def unset(self, place: Place, text: str, made: Collection[tuple[str, Place]]) -> Setting | None:
        """Return why a null pointer was never set: what `made` new memory, which stands in those variables, missed it.

        The same variable gets memory twice, always the same one of an array, or a function's own copy of the pointer.
        """
        base, twice = text.partition("[")[0], dict[str, Place]()
        for name, line in made:
            file, at = self._at(line)
            if line.file == place.file and (copy := file.by_value(name, at, text)):
                return Setting(place=copy, name=name, value=text, by="value")
            lines = self._lines[line.file][twice[name].line : line.line - 1] if name in twice else [name]
            other = name != text and "[" in name and name.partition("[")[0] == base
            if other or not any(name in each for each in lines):
                return Setting(place=line, name=name, value=text)
            twice[name] = line
        return None

    def hidden(self, made: Place, name: str) -> Place | None:
        """Return where a name is declared that hides a pointer of the same name in the function around a line."""
        file, at = self._at(made)
        return file.hides(name, at) if made.line and name else None

    def shared_object(self, freed: Place) -> tuple[Place, str, bool] | None:
        """Return where two objects come to have the pointer that a destructor frees on a line; see `HostFile`."""
        file, at = self._at(freed)
        return file.shared_object(at) if freed.line else None

    def left_before(self, made: Place, name: str) -> tuple[Place, str] | None:
        """Return the line that leaves between an allocation and what frees it, with the name of the function it is in.

        One that only passes on what it allocates is looked at where it is called.
        """
        file, at = self._at(made)
        found = [file.left_before(at, name)] if made.line else []
        if found == [None]:
            calls = file.calls(file.function(at)[0])
            found = [file.left_before(n, file.word(n - 2)) for n in calls if file.word(n - 1) == "="]
        lines = {each for each in found if each}
        return lines.pop() if len(lines) == 1 else None

    def smart_pointer(self, made: Place, name: str) -> Place | None:
        """Return the line behind an allocation where `unique_ptr` or its kin get the pointer."""
        taken = re.compile(
            rf"\b(?:unique|shared)_ptr\s*<[^;]*>[^;]*[({{]\s*{re.escape(name)}\s*[)}}]|\breset\(\s*{re.escape(name)}\s*\)"
        )
        lines = enumerate(self._lines.get(made.file, ()), 1)
        return next((Place(made.file, n) for n, line in lines if n >= made.line and name and taken.search(line)), None)

    def sized(self, place: Place, name: str) -> Place:
        """Return the last line before a call that gives a vector its size; `NOWHERE` if none does."""
        each = rf"\b{re.escape(name)}\s*"
        spelled = rf"{each}\.\s*(?:resize|assign)\s*\(|\bvector\s*<[^;]*>[^;]*{each}[({{;]"
        lines = self._lines.get(place.file, ())[: place.line] if name else ()
        return Place(place.file, max((n for n, each in enumerate(lines, 1) if re.search(spelled, each)), default=0))

    def declared_at(self, place: Place) -> Place:
        """Return where the one vector that is indexed on a line gets its size; `NOWHERE` if there is not just one."""
        indexed = dict.fromkeys(re.findall(r"\b([A-Za-z_]\w*)\s*\[", self.statement(place)))
        found = {line for name in indexed if (line := self.sized(place, name)).line}
        return found.pop() if len(found) == 1 else NOWHERE

    def counted_size(self, made: Place, launch: Place) -> Place | None:
        """Return where the size of an allocation was set that is a name or a call, and is no number of the launch."""
        given = [each for call in ("cudaMallocPitch", "cudaMalloc", "malloc") if (each := self.arguments(made, call))]
        size = next((each[2] if len(each) == 4 else each[-1] for each in given), "")
        steps = self.settings(made, size) if size not in {text for text, _ in self.given(launch)} else []
        return steps[0].place if steps and not steps[0].by else None

    def size_of_all(self, made: Sequence[Place]) -> Setting | None:
        """Return where the size was set that these allocations have by one name, if no other one has it.

        What is too small is then the size itself.
        """
        size, text = "".join(self.arguments(made[0], "cudaMalloc")[-1:]), self._lines.get(made[0].file, ())
        call = re.compile(rf"\bcudaMalloc\w*\s*\([^;]*\b{re.escape(size)}\s*\)")
        calls = {Place(made[0].file, n) for n, line in enumerate(text, 1) if call.search(line)}
        return next(iter(self.settings(made[0], size)), None) if size.isidentifier() and calls == {*made} else None

    def extent_in_elements(self, place: Place) -> Place | None:
        """Return where the extent of a `cudaMemcpy3D` is set, if its width counts elements."""
        given = "".join(self.arguments(place, "Memcpy3D")[:1]).strip("& ")  # `cuda` may come from a macro
        made = self.settings(place, f"{given}.extent") if given else []
        width = made[-1].value.partition("make_cudaExtent")[2].strip("( ").partition(",")[0] if made else ""
        return made[-1].place if width and self.counts_elements(width, steps=3) else None

    def argument_line(self, place: Place, number: int) -> Place | None:
        """Return the line on which an argument of a call begins."""
        file, at = self._at(place)
        return file.argument(at, number) if place.line else None

    def passed_on(self, place: Place, expression: str, host: str, others: Collection[str]) -> Setting | None:
        """Return where a pointer to the host's memory was put into what a call is given.

        That is its own last value, or that of a member of the object: the one with the name `host`, or the only one
        with the name of a pointer, or `….data()`, that is none of the `others`.
        """
        if not expression:
            return None
        file, at = self._at(place)
        members = file.members(name_of(expression), at)
        twins = [each for each in members if self._is_set_elsewhere(place.file, name_of(expression), each.name)]
        if twins or (".data(" in expression and not members):  # the host's own objects, or the call is given the host's
            return None
        named = [each for each in members if host and name_of(each.value) == host] or [
            each for each in members
            if re.search(r"\b(?:malloc|calloc|new)\b|\]\.data\(\)", each.value) or (
                (name := name_of(each.value)) and name not in others
                and (".data()" in each.value or self.is_pointer(place.file, name))
            )
        ]  # fmt: skip
        whole = (
            []
            if ".data(" in expression
            else [each for each in self.settings(place, expression)[:1] if "{" in each.value or name_of(each.value)]
        )
        return next(iter([*(named if len(named) == 1 else []), *whole]), None)

    def _is_set_elsewhere(self, file: str, name: str, path: str) -> bool:
        """True if a member of the objects of an array is set in those of another array, too."""
        member = re.escape(path.rpartition(".")[2])
        object_ = r"(\w+)\s*\[[^\]]*\]\s*\.\s*"
        set_here = rf"&\s*{object_}{member}\b|{object_}{member}\s*=(?!=)"
        return any((one or other) != name for one, other in re.findall(set_here, self._texts.get(file, "")))

    def loop_bound(self, place: Place) -> tuple[Place, str] | None:
        """Return place and condition of the innermost `for` around a line, if it says `i <= …` and the line `[i`."""
        return self._at(place)[0].loop_bound(place.line)

    def _macro(self, name: str) -> tuple[int, Setting] | None:
        for file in self._read.values():
            if found := file.lexed.macros.get(name):
                value = joined(found.tokens[1:])
                return 0, Setting(place=Place(file.name, file.lexed.line(found.start)), name=name, value=value)
        return None


def _names(expression: str) -> set[str]:
    """The names in an expression, but for those of types that it takes the size of."""
    return set(re.findall(r"[A-Za-z_]\w*", _SIZEOF.sub("", expression)))


def _open(text: str) -> int:
    return text.count("(") - text.count(")") + text.count("<<<") - text.count(">>>")
