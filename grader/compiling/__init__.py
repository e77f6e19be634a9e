"""Compile CUDA source to PTX with line information, and report problems clearly. Needs no GPU.

    from grader.compiling.frontend import compile_cuda
    made = compile_cuda(text, filename="matmul.cu", kernel="matmul_tiled", defines={"TILE_WIDTH": 16},
                        expected=("const float *A", "const float *B", "float *C", "int M", "int K", "int N"))
    made.ok, made.ptx, made.kernel_name          # PTX and the kernel's symbol in it
    made.problems                                # why it is not ok: kind, message, line, hint
    made.diagnostics                             # the compiler's messages, including warnings

A result that is not ok has at least one problem. Its `kind` is a finding's: COMPILE_ERROR, MISSING_KERNEL,
WRONG_SIGNATURE, RESOURCE_LIMIT (more than 48 KB of static shared memory) or TAMPERING. A student's errors never raise;
`CompilerUnavailableError` and `CompilerFaultError` are faults of the machine. A hostile source may crash or hang the
compiler, so submissions are compiled in a child process.

With `arch="sm_80"` (or a device's own), the result also has `cubin` and `resources`, from ptxas; its PTX is the same.

    from grader.compiling.compiled_kernel import launch_problem, promised_threads, shared_arrays
    gpu = grader.hardware.find_gpu("RTX 3060")
    launch_problem(gpu, "matmul_tiled", block=(32, 32, 1), registers=made.resources.registers)   # a Problem or None
    shared_arrays(made.ptx, made.kernel_name)    # name in the source, symbol, bytes
    shared_declarations(text, made.defines)      # name, dims, type in the source; see `declared_tile_width`

For other courses' files: `kernel` also takes several names, a template-id or "auto" (the only kernel with shared
memory). Host code is blanked in place (`made.blanked`, and a note). `headers` maps names to texts.
`unknown_headers="empty"` treats every other harmless header as an empty file.
"""
