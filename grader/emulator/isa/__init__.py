"""Opcodes that compute on registers, and how they become LLVM IR.

To add an instruction, write its function in `native/instructions/`, name its opcode in `instructions.py`, and add its
forms to `tests/emulator/forms.py`.
"""
