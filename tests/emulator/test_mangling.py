"""Reading mangled names."""

import pytest

from grader.compiling.compiled_kernel import shared_arrays
from grader.emulator.ptx.mangling import MAX_SYMBOL, base_name, demangle, display_name


@pytest.mark.parametrize(
    ("symbol", "name", "parameters"),
    [
        ("_Z1kv", "k", ()),
        ("_Z12matmul_tiledPKfS0_Pfiii", "matmul_tiled",
         ("float const*", "float const*", "float*", "int", "int", "int")),
        ("_Z1kILi16EEvPf", "k<16>", ("float*",)),
        ("_Z1kILin3EEvPf", "k<-3>", ("float*",)),
        ("_Z1kILb1EEvPf", "k<true>", ("float*",)),
        ("_Z12matmul_tiledIfEvPKT_S2_PS0_iii", "matmul_tiled<float>",
         ("float const*", "float const*", "float*", "int", "int", "int")),
        ("_ZN3lab12matmul_tiledILi16EEEvPKfS2_Pfj", "lab::matmul_tiled<16>",
         ("float const*", "float const*", "float*", "unsigned int")),
        ("_ZN3lab12matmul_tiledEPKfS1_Pfm", "lab::matmul_tiled",
         ("float const*", "float const*", "float*", "unsigned long")),
        ("_Z1k6MatrixS_PS_", "k", ("Matrix", "Matrix", "Matrix*")),
        ("_Z1kPK6__halfS1_", "k", ("__half const*", "__half const*")),
        ("_Z1kPA16_fRKd", "k", ("float [16]*", "double const&")),
        ("_ZN46_GLOBAL__N__00000000_9_matmul_cu_a94a5cb1_85651kEPf", "(anonymous namespace)::k", ("float*",)),
    ],
)  # fmt: skip
def test_names_and_parameter_types_are_read(symbol, name, parameters):
    """Substitutions, templates, namespaces and structs are spelled out."""
    found = demangle(symbol)
    assert found is not None
    assert (found.name, found.parameters) == (name, parameters)


@pytest.mark.parametrize("symbol", ["matmul_tiled", "_Z", "_Z99short", "_ZN3lab", "_Z1kPFvvE", "_Z1kS9_"])
def test_what_is_no_readable_symbol_stays_as_it_is(symbol):
    """No exception: such names are shown raw."""
    assert demangle(symbol) is None
    assert base_name(symbol) == display_name(symbol) == symbol


def test_the_base_name_is_the_plain_one():
    """Without namespaces and template arguments."""
    assert base_name("_ZN3lab12matmul_tiledILi16EEEvPKfS2_Pfj") == "matmul_tiled"


@pytest.mark.parametrize(
    ("symbol", "name"),
    [
        ("As", "As"),
        ("_ZL7weights", "weights"),
        ("_ZN12_GLOBAL__N_13bufE", "buf"),
        ("_ZN3lab1dE", "d"),
        ("_ZN3lab6inner_4tileE", "tile"),
        ("_ZZ12matmul_tiledPKfS0_PfiiiE2As", "As"),
        ("_ZZ12matmul_tiledE2As", "As"),
        ("_ZZ2mmILi16EEvPKfE5tileA", "tileA"),
        ("_ZZ4loadPfE3buf_0", "buf"),
        ("_ZZ4loadPfE3buf__12_", "buf"),
        ("_ZZN3lab4loadIfEEvPT_E2E5", "E5"),
        ("_ZZN12_GLOBAL__N_14loadEPfE5_ZZ1k", "_ZZ1k"),
        ("_ZZZ1kvENKUlvE_clEvE4tile", "tile"),
    ],
)
def test_variables_have_the_names_of_the_source(symbol, name):
    """Of a file, a namespace, a function, one of equal names; also where the function's own name cannot be read."""
    assert base_name(symbol) == name
    assert shared_arrays(f".shared .align 4 .b8 {symbol}[64];")[0][0] == name


def test_the_compiler_and_the_emulator_agree_on_a_variables_name():
    """One reader of symbols: a finding and the declaration that it is about meet under the same name."""
    from grader.emulator.checkers import findings_table
    from grader.emulator.ptx import mangling

    assert findings_table.base_name is mangling.base_name


@pytest.mark.parametrize(
    "symbol", ["_Z1k" + "P" * 9000 + "i", "_Z1k" + "1a" + "IS_S_E" * 3000, "_Z" + "9" * 9000, "_ZZ" + "E9" * 40_000]
)
def test_an_endless_symbol_is_shown_as_it_is(symbol):
    """Names that a template has made of itself end neither in a recursion nor in gigabytes."""
    assert base_name(symbol) == symbol
    assert len(symbol) > MAX_SYMBOL or demangle(symbol) is None
