"""Where two objects of a program come to share the pointer that their destructors free."""

from __future__ import annotations

from collections.abc import Iterator

from grader.compiling.host_tokens import HostTokens, Place
from grader.compiling.lexer import closing_angle


class HostObjects(HostTokens):
    """The classes of one file that own memory."""

    def shared_object(self, at: int) -> tuple[Place, str, bool] | None:
        """Return where two objects come to have the pointer that the destructor around a token frees.

        With the name of the class, and whether it is a move of its own, which leaves the pointer where it was; else
        an object is copied, by a class that says nothing of copies.
        """
        start = self.function(at)[0]
        destructor = self.opening.get(start - 1, 0) - 1
        if self.word(destructor - 1) != "~" or self.word(at + 1) != "(":
            return None
        name, freed = self.word(destructor), self.word(self.partners[at + 1] - 1)
        copied = False
        for opened in range(len(self.tokens)):
            first = opened + 2 if self.word(opened + 1) == "const" else opened + 1
            if self.word(opened) != "(" or self.word(first) != name or self.word(opened - 1) not in (name, "="):
                continue
            close = self.partners[opened]
            spelled = [each.text for each in self.tokens[opened:close]]
            copied = copied or "&" in spelled
            begin = next((n for n in range(close, len(self.tokens)) if self.word(n) in ("{", ";")), close)
            body = [
                each.text for each in self.tokens[close : self.partners[begin] if self.word(begin) == "{" else close]
            ]
            path = [spelled[-1], ".", freed]
            taken = any(
                body[n : n + 3] == path and (body[n + 3 : n + 4] == ["="] or body[n - 2] in ("exchange", "swap"))
                for n in range(len(body))
            )
            if "&&" in spelled and body and not (taken or "swap" in body):
                return self.place(opened - 1), name, True
        copies = [] if copied else list(self._copies_of(name)) or self._class_in_a_vector(name)
        return (self.place(copies[0]), name, False) if len(copies) == 1 else None

    def _class_in_a_vector(self, name: str) -> list[int]:
        """The token of a class whose objects a vector copies as it grows."""
        before = [(self.word(n - 2), self.word(n - 1), n) for n, each in enumerate(self.tokens) if each.text == name]
        grows = any(each[:2] == ("vector", "<") for each in before)
        return [n for _, word, n in before if word in ("class", "struct")][:1] if grows else []

    def _copies_of(self, name: str) -> Iterator[int]:
        """Tokens where a parameter takes an object of a class by value, or a variable is made of another one."""
        for n, token in enumerate(self.tokens):
            end = closing_angle(self.tokens, n + 1) if self.word(n + 1) == "<" else n
            after = [self.word(end + more) for more in range(1, 5)]
            before = self.word(n - 2 if self.word(n - 1) == "const" else n - 1)
            parameter = before in ("(", ",") and after[1] in (",", ")")
            if token.text == name and after[0].isidentifier() and (parameter or (after[1] == "=" and after[3] == ";")):
                yield n
