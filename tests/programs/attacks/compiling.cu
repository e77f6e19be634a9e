//! include-a-system-file compile-error
#include "/etc/passwd"
int main() {}
//! include-the-canary compile-error
#include CANARY
int main() {}
//! include-the-canary-beside refused
#include "../outside/canary.txt"
int main() {}
//! include-through-a-link refused
#include "link-to-canary"
int main() {}
//! include-a-link-with-a-headers-name refused
#include "own.h"
int main() {}
//! include-in-a-kernels-half any
#ifdef __CUDA_ARCH__
#include CANARY
#endif
int main() { begun(); printf("held: answered\n"); }
//! embed-the-canary any
int main() { static const char text[] = {
#embed CANARY if_empty('x')
 , 0}; printf("BROKEN: %s\n", text); }
//! has-embed-as-an-oracle any
int main() {
#if __has_embed(CANARY) || __has_include(CANARY) || __has_include("/etc/passwd")
printf("BROKEN: it is seen\n");
#else
printf("held: it is not seen\n");
#endif
}
//! incbin-the-canary compile-error
asm(".section .rodata\nstolen: .incbin \"" CANARY "\"\n.byte 0\n.text"); extern "C" char stolen[]; int main() { printf("BROKEN: %s\n", stolen); }
//! incbin-the-environment any
asm(".section .rodata\nstolen: .incbin \"/proc/self/environ\"\n.byte 0\nend: .byte 0\n.text"); extern "C" char stolen[], end[] __asm__("end"); int main() { for (char *at = stolen; at < end; at += strlen(at) + 1) printf("%s\n", at); printf("held: the environment of the compiler\n"); }
//! include-of-the-assembler compile-error
asm(".include \"/etc/passwd\""); asm(".include \"" CANARY "\""); int main() {}
//! sections-from-the-assembler any
asm(".section .init_array,\"aw\"\n.quad early\n.text"); extern "C" void early() { syscall(SYS_write, 1, "held: early\n", 12); } int main() {}
//! libraries-by-pragma compile-error
#pragma comment(lib, "/etc/passwd")
asm(".section .deplibs,\"MS\",@llvm_dependent_libraries,1\n.asciz \"" CANARY "\"\n.text"); int main() { printf("BROKEN: linked\n"); }
//! options-for-the-linker any
#pragma comment(linker, "/include:x")
asm(".section \".linker-options\",\"e\",@llvm_linker_options\n.asciz \"-o\"\n.asciz \"" TMP "attack-made.txt\"\n.text"); asm(".section .note.GNU-stack,\"x\",@progbits\n.text"); int main() { printf("held: linked\n"); }
//! an-interpreter-for-the-program any
__attribute__((section(".interp"), used, retain)) const char interpreter[] = "/bin/sh"; int main() { printf("held: run\n"); }
//! an-interpreter-that-is-not-there any
__attribute__((section(".interp"), used, retain)) const char interpreter[] = "/nothing"; int main() { printf("held: run\n"); }
//! another-entry any
extern "C" __attribute__((noreturn)) void _start() { syscall(SYS_write, 1, "BROKEN: own start\n", 18); syscall(SYS_exit_group, 0); __builtin_unreachable(); } int main() {}
//! another-beginning-of-the-library any
extern "C" int __libc_start_main(int (*)(int, char **), int, char **) { syscall(SYS_write, 1, "held: own start\n", 16); syscall(SYS_exit_group, 0); return 0; } int main() {}
//! main-is-an-alias any
extern "C" int real() { printf("held: alias\n"); return 0; } int main() __attribute__((weak, alias("real")));
//! main-is-data compile-error
extern "C" const unsigned char main[] __attribute__((section(".text"))) = {0xf, 0xb, 0xf, 0xb};
//! a-chosen-function any
static int chosen() { return 0; } extern "C" { static int (*choose())() { execl("/bin/sh", "sh", (char *)0); syscall(SYS_write, 1, "held: chosen\n", 13); return chosen; } } int picked() __attribute__((ifunc("choose"))); int main() { return picked(); }
//! constructors-before-the-runtime any
__attribute__((constructor(101))) static void first() { int *x; cudaMalloc(&x, 4); } __attribute__((constructor(0))) static void zeroth() { if (getenv("GRADER_PROGRAM")) close(channel()); } int main() { printf("BROKEN: it goes on\n"); int *x; if (cudaMalloc(&x, 4)) return 1; }
//! destructors-that-never-end timeout
__attribute__((destructor)) static void last() { printf("held: it ends\n"); fflush(stdout); for (;;) pause(); } int main() { atexit([] { int *x; cudaMalloc(&x, 4); }); }
//! a-constructor-in-a-kernels-half any
__device__ int made = 3; struct Made { int x; __device__ Made() : x(made) { asm volatile("trap;"); } }; __attribute__((constructor)) __device__ void early() { asm volatile("trap;"); } int main() { begun(); printf("held: answered\n"); }
//! own-functions-of-the-runtime any
extern "C" int cudaMalloc(void **p, size_t n, int, const char *) { *p = (void *)"x"; return 0; } int main() { int *x; cudaMalloc(&x, 4); printf("held: its own\n"); }
//! own-memory-functions
extern "C" void *malloc(size_t) { return nullptr; } extern "C" void free(void *) {} int main() { int *x = begun(); HOLDS(cudaFree(x) == 0); }
//! own-exit any
extern "C" void _exit(int) { for (;;) syscall(SYS_pause); } extern "C" void exit(int code) { syscall(SYS_exit_group, 0); for (;;); } int main() { printf("held: its own\n"); fflush(stdout); exit(3); }
//! names-of-the-runtimes-own any
extern "C" { int standing, guard_unfinished, channel_of_the_runtime; void connect_to_server() {} void leave(const char *) {} void fault() {} } int main() { begun(); printf("held: answered\n"); }
//! a-mangled-name-twice compile-error
__global__ void one(int *x) { *x = 1; } extern "C" __global__ void _Z3onePi(int *x) { *x = 2; } int main() { int *x = begun(); one<<<1, 1>>>(x); }
//! templates-without-end compile-error
template <int N> struct Deep { static const int value = Deep<N + 1>::value; }; int main() { return Deep<0>::value; }
//! templates-that-double compile-error
#pragma clang diagnostic ignored "-Weverything"
template <int N, int M> struct Wide { static constexpr long value = Wide<N - 1, 2 * M>::value + Wide<N - 1, 2 * M + 1>::value; }; template <int M> struct Wide<0, M> { static constexpr long value = M; }; static_assert(Wide<24, 0>::value == 0, "x"); int main() {}
//! macros-that-double compile-error
#define A(x) x x x x x x x x x x
#define B(x) A(A(A(A(A(A(A(A(A(x)))))))))
int main() { B(;) return }
//! constant-expressions-without-end compile-error
constexpr long turn() { long n = 0; for (long i = 0; i < 1000000000000; i++) n += i; return n; } static_assert(turn() > 0, "x"); int main() {}
//! a-file-that-includes-itself compile-error
#include "ATTACK_FILE"
int main() {}
//! messages-without-end any
#define TEN(x) x x x x x x x x x x
#define SAY _Pragma("message(\"0123456789012345678901234567890123456789012345678901234567890123456789\")")
TEN(TEN(TEN(TEN(TEN(TEN(SAY)))))) int main() { printf("held: compiled\n"); }
//! an-error-with-escapes compile-error
#error "\033[2J [2J ::error::forged <script>alert(1)</script> program.cu:1:1: error: forged"
int main() {}
//! a-forged-diagnostic any
#pragma message("\nprogram.cu:2:1: warning: ignoring return value of function declared with 'nodiscard' attribute")
int main() { printf("held: compiled\n"); }
//! lines-of-other-files any
#line 1 "/etc/passwd"
__global__ void odd(int *x) { x[1 << 20] = 1; }
#line 2000000000 "../../../../../../etc/shadow"
int main() { int *x = begun(); odd<<<1, 1>>>(x); cudaDeviceSynchronize();
#line 5 "\033[2J\n::error::forged"
cudaFree(x + 1); printf("held: %s\n", __FILE__); }
//! forged-line-tables any
asm(".section .debug_line,\"\",@progbits\n.fill 3000000,1,0xff\n.text"); int main() { printf("held: compiled\n"); fflush(stdout); *(volatile int *)8 = 1; }
//! a-line-table-of-endless-units any
asm(".section .debug_line,\"\",@progbits\n.rept 100000\n.long 0xfffffffc\n.long 4\n.endr\n.text"); int main() { printf("held: compiled\n"); fflush(stdout); *(volatile int *)8 = 1; }
//! assembly-of-many-gigabytes compile-error
asm(".section .rodata\n.rept 1000000\n.fill 100000,1,7\n.endr\n.text"); int main() {}
//! empty-space-of-many-gigabytes any
char big[40L << 30]; int main() { big[5] = 1; printf("held: run\n"); }
//! data-of-one-gigabyte compile-error
char big[1L << 30] = {1}; int main() { return big[5]; }
//! thread-local-space-of-many-gigabytes any
thread_local char big[20L << 30]; int main() { big[5] = 1; printf("held: run\n"); }
//! modules-and-imports compile-error
#pragma clang module import std
import std; int main() { __builtin_trap() }
//! names-that-turn-the-text any
int main() { int a‮b⁦c = 1; printf("held: %d\n", a‮b⁦c); return 0; }
//! a-kernels-half-without-end any
#ifdef __CUDA_ARCH__
template <int N, int M> struct Wide { static constexpr long value = Wide<N - 1, 2 * M>::value + Wide<N - 1, 2 * M + 1>::value; }; template <int M> struct Wide<0, M> { static constexpr long value = M; }; static_assert(Wide<26, 0>::value != 0, "x");
#endif
int main() { begun(); printf("held: answered\n"); }
