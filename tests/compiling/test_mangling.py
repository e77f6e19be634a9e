"""Reading mangled names."""

import pytest

from grader.compiling import base_name, demangle, display_name


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
