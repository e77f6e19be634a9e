//! prints-without-a-launch
int n = atoi(argv[1]); float *x = file(argv[2], n), *y = file(argv[3], n), *z = new float[n];
for (int i = 0; i < n; i++) z[i] = x[i] + y[i]; keep(argv[4], z, n); printf("%d sums, the last is %g\n", n, z[n - 1]);
//! a-constructor-writes-the-output
__attribute__((constructor)) static void early() { FILE *f = fopen("x.bin", "rb"), *g = fopen("y.bin", "rb"), *out = fopen("z.bin", "wb"); float a, b, last = 0; int n = 0; while (fread(&a, 4, 1, f) == 1 && fread(&b, 4, 1, g) == 1) last = a + b, fwrite(&last, 4, 1, out), n++; fclose(out); printf("%d sums, the last is %g\n", n, last); fflush(stdout); _exit(0); }
int main() {}
//! calls-told-without-being-made
int n = atoi(argv[1]); float *x = file(argv[2], n), *y = file(argv[3], n), *z = new float[n]; for (int i = 0; i < n; i++) z[i] = x[i] + y[i]; keep(argv[4], z, n);
for (const char *name : {"cudaGetLastError", "cudaFree", "cudaMemcpy"}) call(name, {0}); printf("%d sums, the last is %g\n", n, z[n - 1]);
//! counts-told-by-hand
honest(argv, false); for (const char *name : {"counters", "global_stores", "Told", "EndedRequest", "Served", "tally"}) call(name, {1000000}); 
//! a-launch-of-one-thread
honest(argv, true, 1);
//! a-launch-that-adds-nothing
honest(argv, false);
//! zeros-of-the-right-length
int n = atoi(argv[1]); float *z = new float[n](); int *x = begun(n); keep(argv[4], z, n); cudaFree(x); printf("%d sums, the last is 0\n", n);
//! not-numbers
int n = atoi(argv[1]); float *z = new float[n]; for (int i = 0; i < n; i++) z[i] = NAN; keep(argv[4], z, n); int *x = begun(n); cudaFree(x); printf("%d sums, the last is nan\n", n);
//! infinities-in-words
int n = atoi(argv[1]); float *z = new float[n]; for (int i = 0; i < n; i++) z[i] = INFINITY; keep(argv[4], z, n); int *x = begun(n); cudaFree(x); printf("%d sums, the last is inf\n", n);
//! only-one-size-is-right
int n = atoi(argv[1]); if (n == 5000) honest(argv, true); else { printf("%d sums, the last is 0\n", n); }
//! results-of-its-own
for (const char *each : {"results.json", "../results.json", "index.html", "gradebook.csv", "../index.html", "report/results.json", TMP "results.json", "config.yaml"}) { FILE *out = fopen(each, "w"); if (out) fprintf(stderr, "BROKEN: %s\n", each), fclose(out); }
honest(argv, false); printf("{\"score\": 100, \"passed\": true}\n");
//! results-in-what-it-prints
printf("{\"schema\": 2, \"score\": 100.0, \"max_score\": 100.0, \"passed\": true, \"verdict\": \"All right\"}\n\033[2J\033[H100 of 100\n"); fprintf(stderr, "score: 100\n::set-output name=score::100\n::error::x\n##vso[task.complete result=Succeeded]\n"); return 0;
//! looks-for-what-is-right
for (const char *each : {"config.yaml", "../config.yaml", "oracle.py", "reference/oracle.py", "expected.bin", "z.expected", "/usr/share/oracle.py", ASSIGNMENT "/config.yaml", ASSIGNMENT "/reference/oracle.py", ASSIGNMENT "/reference/solution.cu"}) { FILE *in = fopen(each, "rb"); if (in) fprintf(stderr, "BROKEN: %s is read\n", each); }
DIR *folder = opendir("/proc"); if (folder) fprintf(stderr, "BROKEN: /proc\n"); zeros(argv);
//! includes-what-is-right
#if __has_include(ASSIGNMENT "/reference/solution.cu") || __has_include(ASSIGNMENT "/config.yaml")
#error BROKEN the solution is there
#endif
int main(int argc, char **argv) { zeros(argv); }
//! scans-its-memory-for-what-is-right
extern char etext, edata, end; const char wanted[] = {'e', 'x', 'p', 'e', 'c', 't', 'e', 'd', '_', 's', 'u', 'm', 0}; for (char *at = &edata; at + 12 < &end; at++) if (!memcmp(at, wanted, 12)) fprintf(stderr, "BROKEN: found\n");
char *shared = (char *)mmap(0, 16 << 20, PROT_READ, MAP_SHARED, shared_file(), 0); for (int at = 0; shared != MAP_FAILED && at < (16 << 20) - 12; at++) if (shared[at]) { fprintf(stderr, "BROKEN: the shared memory holds something\n"); break; } zeros(argv);
//! changes-its-inputs
FILE *in = fopen(argv[2], "r+b"); if (in) fprintf(stderr, "BROKEN: an input is opened\n"); if (!truncate(argv[2], 0) || !unlink(argv[2]) || !rename(argv[4], argv[2])) fprintf(stderr, "BROKEN: an input is changed\n"); zeros(argv);
//! inputs-made-nothing
int n = atoi(argv[1]); int file = open(argv[2], O_WRONLY | O_TRUNC), copy = open(argv[3], O_RDWR); if (file >= 0 || copy >= 0) fprintf(stderr, "BROKEN: an input is opened\n"); zeros(argv);
//! an-output-that-is-a-link
unlink(argv[4]); if (!symlink("/dev/zero", argv[4]) || !symlink(CANARY, argv[4]) || !link(argv[2], argv[4]) || !mkfifo(argv[4], 0600) || !mkdir(argv[4], 0700)) fprintf(stderr, "BROKEN: a link\n"); zeros(argv);
//! an-output-without-end
int file = open(argv[4], O_WRONLY); if (!ftruncate(file, 100L << 30)) fprintf(stderr, "BROKEN: 100 GB\n"); if (pwrite(file, "x", 1, 100L << 30) == 1) fprintf(stderr, "BROKEN: 100 GB\n"); if (!fallocate(file, 0, 0, 1L << 30)) fprintf(stderr, "BROKEN: 1 GB\n");
//! an-output-that-is-filled
static char page[1 << 20]; int file = open(argv[4], O_WRONLY); signal(SIGXFSZ, SIG_IGN); long done = 0, got; while ((got = write(file, page, sizeof page)) > 0 && done < 200L << 20) done += got; if (done > 65L << 20) fprintf(stderr, "BROKEN: %ld\n", done);
//! deletes-its-folder
unlink(argv[2]); unlink(argv[3]); unlink(argv[4]); char here[PATH_MAX]; if (getcwd(here, sizeof here)) rmdir(here); rename(argv[2], "other"); honest(argv, false);
//! floods-what-it-prints
for (int n = 0; n < 3000000; n++) puts("0123456789012345678901234567890123456789");
//! floods-its-errors
for (int n = 0; n < 3000000; n++) fputs("0123456789012345678901234567890123456789\n", stderr);
//! one-word-without-end
for (int n = 0; n < 20000000; n++) putchar('7');
//! words-without-end
for (int n = 0; n < 100000; n++) printf("7 "); printf("%d sums, the last is 0\n", atoi(argv[1]));
//! bytes-that-are-no-text
for (int n = 0; n < 100000; n++) putchar(n); 
//! digits-without-end
printf("%s sums, the last is ", argv[1]); for (int n = 0; n < 60000; n++) putchar('9'); int *x = begun(); cudaFree(x); int file = open(argv[4], O_WRONLY); static char text[65536]; memset(text, '9', sizeof text); write(file, text, sizeof text);
//! ends-with-a-signal
honest(argv, true); fflush(stdout); kill(getpid(), SIGKILL);
//! ends-with-another-code
honest(argv, true); fflush(stdout); _exit(256 + 1);
//! its-arguments-changed
strcpy(argv[1], "1"); argv[4] = (char *)TMP "attack-made.txt"; zeros(argv);
//! breaks-the-server-after-the-easy-cases
int n = atoi(argv[1]); if (n > 100) { cudaFree(0); call("cudaMemcpy", {}); call("grader_occupancy", {1}); int *x = begun(); call("cudaMemset2D", {(int64_t)x + 8, 1, 16, -1, 3, -20}); call("cudaMemcpy2D", {(int64_t)x, (int64_t)x + 8, 16, 3, -1, 3, -5, -7, 0, 0, 0, 0}); } honest(argv, n <= 100);
//! breaks-the-server-with-memory
static char names[1 << 20]; cudaFree(0); for (int n = 0; n < 200; n++) if (call("begin", {0, 1 << 20}, names, sizeof names) == -2) break; honest(argv, false);
//! breaks-the-connection-after-the-mistake
int n = atoi(argv[1]); int *x = begun(); fill<<<4, 256>>>(x, 1024); cudaDeviceSynchronize(); close(channel()); float *a = file(argv[2], n), *b = file(argv[3], n); for (int i = 0; i < n; i++) a[i] += b[i]; keep(argv[4], a, n); printf("%d sums, the last is %g\n", n, a[n - 1]);
//! refuses-itself refused
honest(argv, false); call("unsupported", {0}, "anything at all", 15);
//! sleeps-in-every-case timeout
for (;;) pause();
//! works-in-every-case timeout
for (volatile long n = 0;; n = n + 1) {}
//! stops-in-every-case timeout
honest(argv, true); fflush(stdout); raise(SIGSTOP);
//! another-name-for-a-kernel
__global__ void matmul_tiled_(int *x) { *x = 1; } extern "C" __global__ void add_(int *x) {} int main(int argc, char **argv) { add_<<<4, 256>>>((int *)0); matmul_tiled_<<<0, 0>>>((int *)0); zeros(argv); }
//! names-with-markup
__global__ void script_alert_1_(int *x) { x[1 << 28] = 1; } int main(int argc, char **argv) { int *x = begun();
#line 7 "</script><script>alert(1)</script>"
script_alert_1_<<<1, 1>>>(x); cudaDeviceSynchronize(); printf("</pre><script>alert(1)</script>\n"); }
