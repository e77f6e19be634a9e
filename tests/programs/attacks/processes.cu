//! fork-and-exec
FAILS(fork()); FAILS(execl("/bin/sh", "sh", "-c", "cat /etc/passwd", (char *)0)); FAILS(execl("/usr/bin/env", "env", (char *)0));
//! vfork
FAILS(vfork());
//! clone-by-hand
FAILS(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); FAILS(syscall(SYS_clone, CLONE_VFORK | CLONE_VM | SIGCHLD, 0, 0, 0, 0));
FAILS(syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0));
//! clone3
uint64_t arguments[11] = {0}; arguments[4] = SIGCHLD;
FAILS(syscall(435, arguments, sizeof arguments));
//! thread-in-a-new-namespace
FAILS(syscall(SYS_clone, 0x10000 | 0x800 | 0x100 | 0x10000000, 0, 0, 0, 0)); FAILS(syscall(SYS_clone, 0x10000 | 0x800 | 0x100 | 0x40000000, 0, 0, 0, 0));
//! daemon-by-double-fork
FAILS(daemon(1, 1)); FAILS(fork()); FAILS(setsid());
//! shell-functions
HOLDS(system("touch " TMP "attack-made.txt") != 0); HOLDS(popen("id", "r") == nullptr);
//! exec-a-file-in-memory
FAILS(syscall(SYS_memfd_create, "x", 0)); FAILS(syscall(SYS_memfd_secret, 0)); FAILS(syscall(322, 1, "", 0, 0, 0x1000));
//! exec-the-shared-memory
char path[64]; int shared = shared_file();
snprintf(path, sizeof path, "/proc/self/fd/%d", shared);
Elf64_Ehdr head = {{0x7f, 'E', 'L', 'F', 2, 1, 1}, ET_EXEC, EM_X86_64, 1, 0x400078, 64, 0, 0, 64, 56, 1, 0, 0, 0};
Elf64_Phdr segment = {PT_LOAD, 5, 0, 0x400000, 0x400000, 4096, 4096, 4096};
char *at = (char *)mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, shared, 0);
memcpy(at, &head, 64); memcpy(at + 64, &segment, 56); memcpy(at + 0x78, "\x6a\x3c\x58\x6a\x63\x5f\x0f\x05", 8);
fcntl(shared, F_SETFD, 0);
char *none[] = {0};
FAILS(execve(path, none, none));
//! exec-itself-again crash
if (getenv("AGAIN")) { FAILS(fork()); leak(CANARY); FAILS(socket(AF_INET, SOCK_STREAM, 0)); abort(); }
char *words[] = {argv[0], 0}, *variables[] = {strdup("AGAIN=1"), 0, 0}, told[100];
snprintf(told, sizeof told, "GRADER_PROGRAM=%s", getenv("GRADER_PROGRAM")); variables[1] = told;
FAILS(execve("/proc/self/exe", words, variables));
//! kill-everything
FAILS(kill(-1, SIGKILL)); FAILS(kill(0, SIGKILL)); FAILS(kill(getppid(), SIGSTOP)); FAILS(kill(getppid(), SIGKILL)); FAILS(kill(1, SIGTERM));
FAILS(kill(-getpgrp(), SIGKILL)); FAILS(kill(-getpgid(getppid()), SIGKILL));
//! kill-the-server
int stopped = 0;
for (int pid = getpid() - 300; pid < getpid() + 300; pid++) if (pid != getpid() && pid > 1 && !kill(pid, SIGSTOP)) stopped++;
HOLDS(stopped == 0);
//! signals-by-other-calls
FAILS(syscall(SYS_tgkill, getppid(), getppid(), SIGKILL)); FAILS(syscall(SYS_tkill, getppid(), SIGKILL));
char info[128] = {0}; FAILS(syscall(SYS_rt_sigqueueinfo, getppid(), SIGKILL, info)); FAILS(syscall(SYS_rt_tgsigqueueinfo, getppid(), getppid(), 9, info));
FAILS(syscall(434, getppid(), 0)); FAILS(syscall(424, 3, SIGKILL, 0, 0)); FAILS(syscall(438, 3, 0, 0));
FAILS(syscall(SYS_kill, (1L << 32) | getppid(), SIGSTOP));
//! signals-through-descriptors
FAILS(fcntl(0, F_SETOWN, getppid())); FAILS(fcntl(channel(), F_SETOWN, getppid())); FAILS(fcntl(channel(), 10, SIGKILL));
int pid = getppid(); FAILS(syscall(SYS_ioctl, channel(), 0x8901, &pid)); FAILS(fcntl(1, 1026, 1)); FAILS(fcntl(1, 1024, 1));
//! timers-for-other-threads
struct sigevent event = {}; event.sigev_notify = 4; event.sigev_signo = SIGKILL; int timer;
FAILS(syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer)); FAILS(syscall(SYS_timerfd_create, 0, 0));
//! ptrace-the-parent
FAILS(ptrace(PTRACE_ATTACH, getppid(), 0, 0)); FAILS(ptrace(PTRACE_SEIZE, getppid(), 0, 0)); FAILS(ptrace(PTRACE_TRACEME, 0, 0, 0));
//! memory-of-other-processes
char text[64]; struct iovec ours = {text, 64}, theirs = {(void *)0x400000, 64};
FAILS(process_vm_readv(getppid(), &ours, 1, &theirs, 1, 0)); FAILS(process_vm_writev(getppid(), &ours, 1, &theirs, 1, 0));
FAILS(open(of_parent("mem"), O_RDWR)); FAILS(syscall(SYS_kcmp, getpid(), getppid(), 0, 0, 0)); FAILS(syscall(SYS_process_madvise, 0, 0, 0, 4, 0));
FAILS(syscall(SYS_move_pages, getppid(), 0, 0, 0, 0, 0)); FAILS(syscall(SYS_migrate_pages, getppid(), 0, 0, 0));
//! own-memory-file
FAILS(open("/proc/self/mem", O_RDWR)); FAILS(open("/proc/self/oom_score_adj", O_WRONLY)); FAILS(open("/proc/self/coredump_filter", O_WRONLY));
//! outlive-the-grader
FAILS(prctl(PR_SET_PDEATHSIG, 0)); FAILS(prctl(PR_SET_PDEATHSIG, SIGCONT)); FAILS(prctl(PR_SET_CHILD_SUBREAPER, 1));
//! settings-of-the-process
FAILS(prctl(PR_SET_DUMPABLE, 1)); FAILS(prctl(0x59616d61, -1)); FAILS(prctl(PR_SET_SECCOMP, 2, 0)); FAILS(prctl(PR_CAP_AMBIENT, 2, 21, 0, 0));
FAILS(prctl(PR_SET_KEEPCAPS, 1)); FAILS(prctl(PR_SET_SECUREBITS, 1)); FAILS(prctl(PR_SET_MM, 8, 0)); FAILS(prctl(PR_SET_TSC, 2));
//! limits-raised
struct rlimit most = {RLIM_INFINITY, RLIM_INFINITY};
for (int what : {RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_AS, RLIMIT_CORE, RLIMIT_NOFILE, RLIMIT_DATA, RLIMIT_NPROC, RLIMIT_MEMLOCK}) {
  FAILS(setrlimit(what, &most)); FAILS(syscall(SYS_prlimit64, getppid(), what, &most, 0));
}
//! priorities-and-processors
FAILS(setpriority(PRIO_PROCESS, 0, -20)); FAILS(nice(-5)); struct sched_param first = {99}; FAILS(syscall(SYS_sched_setscheduler, 0, SCHED_FIFO, &first));
cpu_set_t set; CPU_ZERO(&set); CPU_SET(0, &set); FAILS(syscall(SYS_sched_setaffinity, getppid(), sizeof set, &set)); FAILS(syscall(SYS_ioprio_set, 1, 0, 0));
FAILS(syscall(SYS_sched_setattr, 0, "", 0));
//! identities
FAILS(setuid(0)); FAILS(setgid(0)); FAILS(setgroups(0, 0)); FAILS(setresuid(1, 1, 1)); FAILS(syscall(SYS_setfsuid, 0)); FAILS(syscall(SYS_capset, 0, 0));
FAILS(setpgid(0, 0)); FAILS(setsid()); FAILS(syscall(SYS_personality, 0x0040000));
//! namespaces
FAILS(unshare(CLONE_NEWUSER)); FAILS(unshare(CLONE_NEWNS)); FAILS(setns(0, 0)); FAILS(sethostname("x", 1)); FAILS(setdomainname("x", 1));
//! keys
FAILS(syscall(SYS_add_key, "user", "x", "y", 1, -3)); FAILS(syscall(SYS_keyctl, 0, -3, 0)); FAILS(syscall(SYS_request_key, "user", "x", 0, -3));
//! bpf-and-perf
static char attributes[128]; FAILS(syscall(SYS_bpf, 0, attributes, 128)); FAILS(syscall(SYS_perf_event_open, attributes, 0, -1, -1, 0));
//! io-uring-and-aio
char parameters[256] = {0}; FAILS(syscall(425, 8, parameters)); uint64_t context = 0; FAILS(syscall(SYS_io_setup, 8, &context));
//! userfaultfd
FAILS(syscall(SYS_userfaultfd, 0)); FAILS(syscall(SYS_userfaultfd, 1)); 
//! kernel-modules-and-reboot
FAILS(syscall(SYS_init_module, "", 0, "")); FAILS(syscall(SYS_finit_module, 0, "", 0)); FAILS(syscall(SYS_delete_module, "x", 0)); FAILS(syscall(246, 0, 0, 0, 0));
FAILS(syscall(SYS_reboot, 0xfee1dead, 0x28121969, 0, 0)); FAILS(syscall(SYS_syslog, 3, 0, 64));
//! clocks
struct timespec now = {}; FAILS(clock_settime(CLOCK_REALTIME, &now)); struct timeval then = {}; FAILS(settimeofday(&then, 0)); char buffer[256] = {0}; FAILS(syscall(SYS_adjtimex, buffer));
//! more-sandboxes
char rules[64] = {0}; FAILS(syscall(444, rules, 0, 1)); FAILS(syscall(444, rules, 8, 0)); FAILS(syscall(446, 0, 0)); FAILS(syscall(SYS_seccomp, 1, 8, 0));
//! ports-and-segments
FAILS(syscall(SYS_iopl, 3)); FAILS(syscall(SYS_ioperm, 0, 100, 1)); char entry[16] = {0}; FAILS(syscall(SYS_modify_ldt, 1, entry, 16)); FAILS(syscall(SYS_arch_prctl, 0x9999, 0));
//! thirty-two-bit-calls crash
long got; __asm__ volatile("int $0x80" : "=a"(got) : "a"(2) : "memory"); FAILS(got);
//! x32-calls crash
long got; __asm__ volatile("syscall" : "=a"(got) : "a"(0x40000000 | 57) : "rcx", "r11", "memory"); FAILS(got);
//! calls-by-inline-assembly
long got; __asm__ volatile("syscall" : "=a"(got) : "a"(57) : "rcx", "r11", "memory"); FAILS(got);
__asm__ volatile("syscall" : "=a"(got) : "a"(41), "D"(2), "S"(1), "d"(0) : "rcx", "r11", "memory"); FAILS(got);
//! call-numbers-without-names
int broken = 0;
for (long number = 340; number < 700; number++) {
  if (number == 439 || number == 436) continue;  // faccessat2 and close_range are allowed
  if (syscall(number, -1, 0, 0, 0, 0, 0) >= 0) { printf("BROKEN: call %ld\n", number); broken++; }
}
HOLDS(!broken);
//! dynamic-libraries compile-error
#include <dlfcn.h>
int main() { void *found = dlopen("libc.so.6", RTLD_NOW); printf(found ? "BROKEN\n" : "held\n"); return 0 }
//! a-library-at-run-time
#include <dlfcn.h>
int main() { void *found = dlopen("libc.so.6", RTLD_NOW); printf(found ? "BROKEN\n" : "held: dlopen\n"); found = dlopen("/lib/x86_64-linux-gnu/libc.so.6", RTLD_NOW); printf(found ? "BROKEN\n" : "held: dlopen\n"); }
//! descriptors-that-were-inherited
int unexpected = 0;
for (int number = 3; number < 1024; number++)
  if (fcntl(number, F_GETFD) >= 0 && number != channel() && number != shared_file()) { printf("BROKEN: descriptor %d\n", number); unexpected++; }
HOLDS(!unexpected);
//! handlers-for-every-signal timeout
for (int number = 1; number < 65; number++) { struct sigaction ignored = {}; ignored.sa_handler = SIG_IGN; sigaction(number, &ignored, 0); }
sigset_t all; sigfillset(&all); sigprocmask(SIG_BLOCK, &all, 0); printf("held: it ends all the same\n"); fflush(stdout);
for (volatile int n = 0;; n = n + 1) {}
//! stops-itself timeout
printf("held: it ends all the same\n"); fflush(stdout); raise(SIGSTOP); pause();
//! sleeps-for-ever timeout
printf("held: it ends all the same\n"); fflush(stdout); for (;;) pause();
//! core-dump crash
struct rlimit limit = {1 << 30, 1 << 30}; FAILS(setrlimit(RLIMIT_CORE, &limit)); abort();
//! ends-itself-by-sigkill crash
printf("held: it is over\n"); fflush(stdout); kill(getpid(), SIGKILL);
//! two-thousand-threads
pthread_attr_t small; pthread_attr_init(&small); pthread_attr_setstacksize(&small, 16384);
static pthread_mutex_t never = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&never); int made = 0; pthread_t one;
while (made < 2000 && !pthread_create(&one, &small, [](void *) -> void * { pthread_mutex_lock(&never); return 0; }, 0)) made++;
printf("threads: %d\n", made); HOLDS(made < 2000 || getuid() == 0);  // no limit of threads binds root
//! threads-that-call-the-runtime
pthread_t each[16]; static int *shared_array = begun();
for (auto &one : each) pthread_create(&one, 0, [](void *) -> void * { for (int n = 0; n < 50; n++) { fill<<<1, 256>>>(shared_array, 256); cudaDeviceSynchronize(); } return 0; }, 0);
for (auto &one : each) pthread_join(one, 0);
HOLDS(cudaFree(shared_array) == cudaSuccess);
//! capabilities-of-root
for (int number = 0; number < 64; number++) if (number != 1 && number != 2) HOLDS(prctl(PR_CAPBSET_READ, number) != 1);
int ends[2]; HOLDS(pipe(ends) == 0); FAILS(fcntl(ends[1], 1031, 1 << 30));
