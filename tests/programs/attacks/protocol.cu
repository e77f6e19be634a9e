//! bytes-at-random tampering
cudaFree(0); unsigned seed = 7; char junk[4096];
for (char &each : junk) each = (seed = seed * 1103515245 + 12345) >> 16;
all_of(junk, sizeof junk); answer();
//! bytes-before-the-first-call tampering
char junk[4096]; memset(junk, 0xff, sizeof junk); all_of(junk, sizeof junk); answer();
//! names-nobody-knows
cudaFree(0); HOLDS(call("answer", {1, 2}) != 0); HOLDS(call("__class__", {}) != 0); HOLDS(call("", {}) != 0); HOLDS(call("_launch", {0}) != 0);
//! a-name-of-many-bytes tampering
cudaFree(0); Head head = {65, 0, 0, 1, 0, {}}; all_of((char *)&head, sizeof head); answer();
//! data-of-four-gigabytes tampering
cudaFree(0); Head head = {4, 4, 0xffffffff, 1, 0, {}}; all_of((char *)&head, sizeof head); answer();
//! numbers-below-none tampering
cudaFree(0); Head head = {4, 4, 0, 1, -1, {}}; all_of((char *)&head, sizeof head); answer();
//! a-line-below-none tampering
cudaFree(0); Head head = {4, 4, 0, -5, 0, {}}; all_of((char *)&head, sizeof head); answer();
//! half-a-message
cudaFree(0); Head head = {4, 4, 100, 1, 0, {}}; all_of((char *)&head, 40); printf("held: it ends\n");
//! half-a-message-and-a-long-sleep timeout
cudaFree(0); Head head = {4, 4, 100, 1, 0, {}}; all_of((char *)&head, 40); printf("held: it ends\n"); fflush(stdout); pause();
//! answers-that-nothing-reads timeout
cudaFree(0); printf("held: it ends\n"); fflush(stdout); for (int n = 0; n < 1000000; n++) message("cudaGetDeviceProperties", {0}); pause();
//! the-connection-closed
cudaFree(0); close(channel()); printf("held: it goes on alone\n"); fflush(stdout); sleep(1); return 0;
//! the-connection-closed-before-the-first-call
close(channel()); printf("held: it goes on alone\n"); return 0;
//! another-file-in-the-place-of-the-connection
cudaFree(0); int null = open("/dev/null", O_RDWR); dup2(null, channel()); printf("held: it goes on alone\n"); fflush(stdout); cudaMalloc((void **)&null, 4);
//! calls-without-their-numbers tampering
cudaFree(0);
for (const char *name : {"cudaMalloc", "cudaMallocPitch", "cudaMemcpy", "cudaMemset", "cudaLaunchKernel", "cudaMemcpyToSymbol", "grader_function_set", "grader_occupancy", "cudaEventElapsedTime", "cudaStreamWaitEvent", "cudaEventRecord", "piece", "fault", "touched", "texture_gone", "begin", "cudaSetDevice"}) call(name, {});
//! calls-with-too-many-numbers tampering
cudaFree(0); for (const char *name : {"cudaMallocPitch", "cudaMemcpy", "cudaMemset", "cudaLaunchKernel", "cudaMemcpyToSymbol", "grader_occupancy"}) call(name, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
//! every-call-with-numbers-at-random any
cudaFree(0); int *x = begun();
const char *names[] = {"cudaMemcpy", "cudaMemcpyAsync", "cudaMemcpy2D", "cudaMemcpy2DAsync", "cudaMemset", "cudaMemsetAsync", "cudaMemset2D"};
const int64_t odd[] = {0, 1, -1, 2, 64, 1 << 20, INT64_MIN, INT64_MAX, INT32_MAX, (int64_t)x, (int64_t)x + 4, (int64_t)x - 1, 3, 4, 1000};
unsigned seed = 1; int64_t n[12];
for (int round = 0; round < 3000; round++) {
  for (auto &each : n) each = odd[(seed = seed * 1103515245 + 12345) / 65536 % 15];
  if (round % 7 < 4) call(names[round % 7], {n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10], n[11]});
  else call(names[round % 7], {n[0], n[1], n[2], n[3], n[4], n[5]});
}
printf("held: answered\n");
//! launches-with-numbers-at-random any
cudaFree(0); int *x = begun(); unsigned seed = 3; int64_t n[9];
const int64_t odd[] = {0, 1, -1, 2, 64, 1024, 65536, INT64_MIN, INT64_MAX, INT32_MAX, 1LL << 33, 3};
char given[16] = {0}; memcpy(given, &x, 8); *(int *)(given + 8) = 1;
for (int round = 0; round < 2000; round++) {
  for (auto &each : n) each = odd[(seed = seed * 1103515245 + 12345) / 65536 % 12];
  call("cudaLaunchKernel", {round % 3 - 1, n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8] % 3}, given, 12);
}
printf("held: answered\n");
//! a-grid-without-end any
cudaFree(0); int *x = begun(); char given[12] = {0}; memcpy(given, &x, 8);
call("cudaLaunchKernel", {0, INT64_MAX, 1, 1, 32, 1, 1, 0, 0}, given, 12); call("cudaLaunchKernel", {0, INT32_MAX, 65535, 65535, 1, 1, 1, 0, 0}, given, 12);
printf("held: answered\n");
//! parameters-too-short
int *x = begun(); HOLDS(call("cudaLaunchKernel", {0, 1, 1, 1, 32, 1, 1, 0, 0}, &x, 8) != 0); HOLDS(call("cudaLaunchKernel", {0, 1, 1, 1, 32, 1, 1, 0, 0}) != 0);
char many[65536] = {0}; HOLDS(call("cudaLaunchKernel", {0, 1, 1, 1, 32, 1, 1, 0, 0}, many, 65536) != 0);
//! the-beginning-twice tampering
int *x = begun(); call("begin", {}); call("begin", {}); fill<<<1, 256>>>(x, 256); cudaDeviceSynchronize();
//! a-kernel-after-the-beginning tampering
begun(); call("begin", {1, 1}, "x\0_Z4fillPii", 13);
//! the-beginning-left-out tampering
call("cudaMalloc", {1024, 0}); call("cudaLaunchKernel", {0, 1, 1, 1, 1, 1, 1, 0, 0}); call("cudaGetSymbolAddress", {0}); call("cudaMemset", {1, 2, 3, -1, 1, 3});
//! a-hundred-thousand-kernels tampering
static char names[1 << 20]; memset(names, 'k', sizeof names); for (int n = 0; n < 100000; n++) names[10 * n + 9] = 0; call("begin", {0, 100000}, names, 1000000);
//! a-kernel-of-another-file compile-error
int main(); extern "C" int __cudaRegisterFunction(void **, const void *, char *, const char *, int, void *, void *, void *, void *, int *);
int main() { __cudaRegisterFunction(0, (void *)main, 0, "_Z7nothingv", -1, 0, 0, 0, 0, 0); int *x; cudaMalloc(&x, 4); printf("BROKEN: it goes on\n"); }
//! registered-by-hand-two-thousand-times any
extern "C" int __cudaRegisterFunction(void **, const void *, char *, const char *, int, void *, void *, void *, void *, int *);
int main() { for (int n = 0; n < 2000; n++) __cudaRegisterFunction(0, (void *)main, 0, "_Z4fillPii", -1, 0, 0, 0, 0, 0); printf("BROKEN: it goes on\n"); }
//! a-kernels-name-with-escapes compile-error
extern "C" int __cudaRegisterFunction(void **, const void *, char *, const char *, int, void *, void *, void *, void *, int *);
int main() { __cudaRegisterFunction(0, (void *)main, 0, "\033[2J\033]0;owned\007\n::error::forged", -1, 0, 0, 0, 0, 0); int *x; cudaMalloc(&x, 4); printf("BROKEN: it goes on\n"); }
//! a-mangled-name-that-compiles-code compile-error
extern "C" int __cudaRegisterFunction(void **, const void *, char *, const char *, int, void *, void *, void *, void *, int *);
int main() { __cudaRegisterFunction(0, (void *)main, 0, "_Z1fIL_Z4evilEEvv", -1, 0, 0, 0, 0, 0); __cudaRegisterFunction(0, (void *)main, 0, "_Z1tILi99999999999999999999EEvv", -1, 0, 0, 0, 0, 0); int *x; cudaMalloc(&x, 4); printf("BROKEN: it goes on\n"); }
//! a-variable-of-negative-size any
extern "C" void __cudaRegisterVar(void **, const void *, char *, const char *, int, size_t, int, int);
static int shadow; int main() { __cudaRegisterVar(0, &shadow, 0, "nothing", 0, (size_t)-8, 0, 0); int *x; cudaMalloc(&x, 4); int v = 0; HOLDS(cudaMemcpyToSymbol(shadow, &v, 4, -100) != 0 || 1); HOLDS(cudaFree(x) == 0); }
//! names-of-files-with-escapes tampering
cudaFree(0); message("cudaMemset", {1, 2, 3, -1, 1, 3}, "", 0, "\033[2J\033]0;owned\007/../../etc/passwd\n::error::x", 3); answer();
message("cudaFree", {12345}, "", 0, CANARY, 1); answer(); message("cudaFree", {12345}, "", 0, "<script>alert(1)</script>", 2); answer(); message("nothing", {}, "", 0, "x"); char junk[400]; memset(junk, 255, 400); all_of(junk, 400); answer();
//! not-supported-with-escapes refused
cudaFree(0); call("unsupported", {0}, "\033[2J\033]0;owned\007<b>\n::error::forged\r\b", 30); printf("held: refused\n");
//! forged-touches-and-faults any
int *x = begun(); call("touched", {(int64_t)x, INT64_MAX, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9}); call("touched", {-1, -1, -1, -1}); call("fault", {-1, -1, -1}); call("fault", {(int64_t)x}); call("unfinished", {}); printf("held: answered\n");
//! pieces-of-no-copy tampering
int *x = begun(); call("piece", {0, 4096}); call("piece", {0, INT64_MAX}); call("cudaMemcpy", {(int64_t)x, (int64_t)&x, 1024, 1, -1, 1, 1024, 1024, 0, 0, 0, 0}); call("piece", {-1, 1}); call("piece", {0, 1 << 22}); call("piece", {1023, 2}); call("piece", {1024, 1});
//! a-piece-of-freed-memory
int *x = begun(); call("cudaMemcpy", {(int64_t)x, (int64_t)&x, 1024, 1, -1, 1, 1024, 1024, 0, 0, 0, 0}); call("cudaFree", {(int64_t)x}); HOLDS(call("piece", {0, 1024}) != 0);
//! a-copy-lent-to-code-that-is-not-thrusts any
int *x = begun(); int64_t got[4] = {1, 1, 1, 1}; message("lend", {(int64_t)x, 1, 2, 3}); answer(got); HOLDS(got[1] == 0); message("lend", {(int64_t)x, INT64_MAX, -1, (int64_t)&begun}); answer(got); HOLDS(got[1] == 0); call("lend", {}); call("lend", {0}); call("lend", {-1, -1});
//! a-copy-of-another-size-given-back tampering
int *x = begun(); call("repay", {(int64_t)x, 1 << 30}); call("piece", {0, 1 << 20});
//! a-copy-that-was-never-lent-given-back any
int *x = begun(); call("repay", {(int64_t)x, 1024}); call("piece", {0, 1024}); call("piece", {512, 1024}); call("piece", {-512, 1024}); call("cudaFree", {(int64_t)x}); call("piece", {0, 1024}); printf("held: answered\n");
//! a-million-freed-events
int64_t made[4]; cudaFree(0); for (int n = 0; n < 30000; n++) { message("cudaEventCreate", {0}); answer(made); } printf("held: answered\n");
//! textures-without-end refused
cudaFree(0); static char text[65536]; for (int n = 0; n < 400; n++) call("texture", {}, text, sizeof text); call("texture", {}, text, 0); printf("held: answered\n");
//! a-texture-of-nothing any
cudaFree(0); call("texture", {}); call("texture_gone", {0}); call("texture_gone", {-1}); printf("held: answered\n");
//! the-window-changes-while-it-is-read
int *x = begun(1 << 20); static int *h = (int *)malloc(4 << 20); static volatile int over;
static char *window = (char *)mmap(0, 4 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, shared_file(), 0);
pthread_t one; pthread_create(&one, 0, [](void *) -> void * { for (unsigned n = 0; !over; n++) memset(window, n, 4 << 20); return 0; }, 0);
for (int n = 0; n < 5; n++) { cudaMemcpy(x, h, 4 << 20, cudaMemcpyHostToDevice); cudaMemcpy(h, x, 4 << 20, cudaMemcpyDeviceToHost); } over = 1; pthread_join(one, 0);
HOLDS(cudaFree(x) == cudaSuccess);
//! managed-memory-changes-while-a-kernel-reads any
static int *m; cudaMallocManaged(&m, 1 << 16); static volatile int over; static char *seen = (char *)mmap(0, 1 << 16, PROT_READ | PROT_WRITE, MAP_SHARED, shared_file(), 4 << 20);
pthread_t one; pthread_create(&one, 0, [](void *) -> void * { for (unsigned n = 0; !over; n++) memset(seen, n, 1 << 16); return 0; }, 0);
for (int n = 0; n < 50; n++) { fill<<<64, 256>>>(m, 1 << 14); cudaDeviceSynchronize(); } over = 1; pthread_join(one, 0); printf("held: %d\n", cudaFree(m));
//! an-index-in-managed-memory-that-changes any
__global__ void follow(int *index, int *x) { for (int n = 0; n < 1000; n++) { int i = ((volatile int *)index)[threadIdx.x]; if (i >= 0 && i < 256) x[i] = n; } }
int main() { static int *m, *x; cudaMallocManaged(&m, 4096); cudaMalloc(&x, 1024); static volatile int over; static int *seen = (int *)mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, shared_file(), 4 << 20);
pthread_t one; pthread_create(&one, 0, [](void *) -> void * { for (unsigned n = 0; !over; n++) for (int i = 0; i < 64; i++) seen[i] = n & 1 ? 5 : 0x7ffffff0; return 0; }, 0);
for (int n = 0; n < 20; n++) { follow<<<1, 64>>>(m, x); cudaDeviceSynchronize(); } over = 1; pthread_join(one, 0); printf("held: answered\n"); }
//! the-shared-memory-resized
int file = shared_file(); cudaFree(0);
FAILS(ftruncate(file, 0)); FAILS(ftruncate(file, 1LL << 40)); FAILS(fallocate(file, 3, 0, 1 << 20) ? -1 : -1); FAILS(pwrite(file, "x", 1, 1LL << 40)); FAILS(fcntl(file, 1033, 8)); FAILS(fallocate(file, 0, 1LL << 40, 4096));
//! the-shared-memory-filled crash
static char page[1 << 20]; long done = 0; int file = shared_file();
for (long at = 0; at < 64; at++) if (pwrite(file, page, sizeof page, (9LL << 30) + at * sizeof page) > 0) done++;
HOLDS(done == 0);
//! the-window-unmapped crash
int *x = begun(); int h[256]; char *window = nullptr; FILE *none = fopen("/proc/self/maps", "r"); HOLDS(none == nullptr);
for (uintptr_t at = 0x7f0000000000; !window && at < 0x7f0000001000; at += 4096) window = (char *)at;
struct rlimit limit = {1 << 20, 1 << 20}; setrlimit(RLIMIT_STACK, &limit); abort();
//! its-own-write-instead-of-the-systems compile-error
extern "C" ssize_t write(int file, const void *data, size_t size) { if (size > 40 && file > 2) ((int *)data)[0] = 0x7fffffff; return syscall(SYS_write, file, data, size); }
int main() { int *x; cudaMalloc(&x, 4); syscall(SYS_write, 1, "held: own write\n", 16); }
//! its-own-answers compile-error
extern "C" ssize_t read(int file, void *data, size_t size) { memset(data, 0, size); return size; }
extern "C" ssize_t write(int file, const void *data, size_t size) { return file > 2 ? size : syscall(SYS_write, file, data, size); }
int main() { int *x; HOLDS(cudaMalloc(&x, 4) == 0); fill<<<1, 1>>>(x, 1); }
//! answers-from-another-thread any
cudaFree(0); pthread_t one; static volatile int over; pthread_create(&one, 0, [](void *) -> void * { char junk[64]; fcntl(channel(), F_SETFL, O_NONBLOCK); while (!over) read(channel(), junk, 7); return 0; }, 0);
int *x; for (int n = 0; n < 100; n++) cudaMalloc(&x, 4); over = 1; pthread_join(one, 0); printf("held: over\n");
//! half-a-million-calls any
cudaFree(0); for (int n = 0; n < 500000; n++) message("cudaPeekAtLastError", {0}), (n & 255) == 255 ? ({ for (int k = 0; k < 256; k++) answer(); }) : (void)0; printf("held: answered\n");
