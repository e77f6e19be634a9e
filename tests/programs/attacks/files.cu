//! open-by-path
leak(CANARY);
//! open-relative
leak("../outside/canary.txt"); leak("./../outside/../outside/canary.txt");
//! open-from-a-folder-descriptor
FAILS(openat(open("..", O_RDONLY | O_DIRECTORY), "outside/canary.txt", O_RDONLY)); FAILS(open("..", O_RDONLY | O_DIRECTORY));
//! open-from-a-path-descriptor
int folder = open("..", O_PATH | O_DIRECTORY);
FAILS(openat(folder, "outside/canary.txt", O_RDONLY));
//! open-through-a-descriptor-of-proc
int file = open(CANARY, O_PATH);
char path[64]; snprintf(path, sizeof path, "/proc/self/fd/%d", file); leak(path); FAILS(read(file, path, 1));
//! openat2-with-resolve-in-root
struct { uint64_t flags, mode, resolve; } how = {O_RDONLY, 0, 0x10};
FAILS(syscall(437, AT_FDCWD, CANARY, &how, sizeof how));
//! open-by-handle
char handle[256] = {0}; *(int *)handle = 128; int mount_id;
FAILS(syscall(SYS_name_to_handle_at, AT_FDCWD, CANARY, handle, &mount_id, 0));
FAILS(syscall(SYS_open_by_handle_at, AT_FDCWD, handle, O_RDONLY));
//! environment-of-the-parent
leak(of_parent("environ")); leak(of_parent("cmdline")); leak(of_parent("maps")); leak(of_parent("mem"));
//! folder-of-the-parent
char target[PATH_MAX];
FAILS(readlink(of_parent("cwd"), target, sizeof target)); FAILS(readlink(of_parent("root"), target, sizeof target));
FAILS(readlink(of_parent("fd/0"), target, sizeof target)); FAILS(open(of_parent("cwd"), O_RDONLY | O_DIRECTORY));
//! own-environment-holds-no-secret
extern char **environ;
for (char **each = environ; *each; each++) HOLDS(!strstr(*each, "SECRET"));
for (int n = 1; n < argc; n++) HOLDS(!strstr(argv[n], "secret"));
HOLDS(!getenv("PARENT_SECRET"));
//! environment-of-every-process
char path[64]; int opened = 0;
for (int pid = 1; pid < 32768; pid++) {
  snprintf(path, sizeof path, "/proc/%d/environ", pid);
  int file = open(path, O_RDONLY); if (file >= 0) opened++, close(file);
}
HOLDS(opened == 0);
//! own-proc-folder
leak("/proc/self/environ"); leak("/proc/self/maps"); leak("/proc/thread-self/stat"); leak("/proc/version"); leak("/proc/mounts");
//! listing-of-folders-above
for (const char *each : {"/", "..", "/proc", "/tmp", "/root", "/home", "/etc", "/dev", "/sys"}) {
  DIR *found = opendir(each); printf(found ? "BROKEN: %s is listed\n" : "held: %s\n", each);
}
//! change-folder-then-open
chdir("/etc"); leak("passwd"); chdir("/proc/1"); leak("environ"); fchdir(open("/tmp", O_PATH)); FAILS(open(".", O_RDONLY));
//! system-files
for (const char *each : {"/etc/passwd", "/etc/shadow", "/etc/hostname", "/usr/bin/env", "/proc/cpuinfo", "/sys/devices/system/cpu/online",
                         "/etc/ld.so.cache", "/lib64/ld-linux-x86-64.so.2", "/sys/kernel/notes", "/var/log/lastlog"}) leak(each);
//! devices
for (const char *each : {"/dev/mem", "/dev/kmsg", "/dev/tty", "/dev/ptmx", "/dev/pts/0", "/dev/vda", "/dev/sda", "/dev/random",
                         "/dev/fuse", "/dev/kvm", "/dev/net/tun", "/dev/userfaultfd", "/dev/console"})
  FAILS(open(each, O_RDWR | O_NONBLOCK | O_NOCTTY));
//! a-terminal-through-null
int null = open("/dev/null", O_RDWR);
for (long request : {0x5412L, 0x540EL, 0x5414L, 0x5402L, 0x541DL, 0x5422L}) FAILS(syscall(SYS_ioctl, null, request, "x"));
FAILS(syscall(SYS_ioctl, 0, 0x5412L, "x"));
//! map-the-canary
int file = open(CANARY, O_RDONLY);
FAILS(mmap(0, 4096, PROT_READ, MAP_PRIVATE, file, 0) == MAP_FAILED ? -1 : 0);
//! copy-the-canary-by-the-system
int file = open(CANARY, O_RDONLY), path = open(CANARY, O_PATH);
FAILS(sendfile(1, file, 0, 100)); FAILS(sendfile(1, path, 0, 100)); FAILS(copy_file_range(path, 0, 1, 0, 100, 0));
FAILS(splice(path, 0, 1, 0, 100, 0)); FAILS(syscall(SYS_tee, 0, 1, 10, 0));
//! extended-attributes
char value[64];
FAILS(getxattr(CANARY, "user.x", value, 64)); FAILS(setxattr(CANARY, "user.x", "y", 1, 0)); FAILS(listxattr(CANARY, value, 64));
//! create-in-many-places
for (const char *each : {"made.txt", "../made.txt", "../outside/made.txt", TMP "attack-made.txt", "/dev/shm/attack-made", "/attack-made",
                         "/var" TMP "attack-made", "/run/attack-made"}) FAILS(open(each, O_CREAT | O_WRONLY, 0600));
FAILS(open(".", O_TMPFILE | O_RDWR, 0600)); FAILS(open("/tmp", O_TMPFILE | O_RDWR, 0600));
//! truncate-the-canary
FAILS(open(CANARY, O_WRONLY | O_TRUNC)); FAILS(truncate(CANARY, 0)); FAILS(open(CANARY, O_RDWR)); FAILS(open(CANARY, O_WRONLY | O_APPEND));
//! delete-and-rename
FAILS(unlink(CANARY)); FAILS(rename(CANARY, "here")); FAILS(rename("beside.h", "../beside.h")); FAILS(unlink("beside.h"));
FAILS(syscall(SYS_renameat2, AT_FDCWD, CANARY, AT_FDCWD, "beside.h", 2)); FAILS(rmdir("../outside")); FAILS(rmdir("."));
//! links
FAILS(symlink(CANARY, "link")); FAILS(link(CANARY, "hard")); FAILS(linkat(AT_FDCWD, CANARY, AT_FDCWD, "hard", 0));
FAILS(symlinkat(CANARY, AT_FDCWD, "link")); leak("link"); leak("hard");
//! a-link-that-lay-in-the-folder
leak("link-to-canary");
//! folders-fifos-devices
FAILS(mkdir("folder", 0700)); FAILS(mkfifo("fifo", 0600)); FAILS(mknod("disk", S_IFBLK | 0600, 0x800)); FAILS(mknod("null", S_IFCHR | 0600, 0x103));
//! modes-and-owners
FAILS(chmod(CANARY, 0777)); FAILS(chmod("beside.h", 0777)); FAILS(chown("beside.h", 1, 1)); FAILS(fchmod(open("beside.h", O_RDONLY), 0777));
FAILS(utimensat(AT_FDCWD, "beside.h", 0, 0));
//! its-own-source-and-headers
FAILS(open("beside.h", O_RDWR)); FAILS(open("beside.h", O_WRONLY | O_TRUNC)); FAILS(open(argv[0], O_WRONLY));
//! its-own-executable
char self[PATH_MAX]; long size = readlink("/proc/self/exe", self, sizeof self - 1);
if (size > 0) { self[size] = 0; FAILS(open(self, O_WRONLY)); FAILS(unlink(self)); FAILS(truncate(self, 0)); FAILS(chmod(self, 0777)); }
HOLDS(size < 0 || access(self, F_OK) == 0);
//! the-folder-of-kept-programs
char self[PATH_MAX]; long size = readlink("/proc/self/exe", self, sizeof self - 1);
if (size > 0) { self[size] = 0; *strrchr(self, '/') = 0; FAILS(opendir(self) ? 0 : -1); strcat(self, "/x.json"); FAILS(open(self, O_CREAT | O_WRONLY, 0600)); }
HOLDS(1);
//! mounts-and-roots
FAILS(mount("none", "/mnt", "tmpfs", 0, 0)); FAILS(umount2("/proc", 2)); FAILS(chroot(".")); FAILS(syscall(SYS_pivot_root, ".", "."));
FAILS(syscall(428, AT_FDCWD, "/", 1)); FAILS(syscall(429, 0, "", 0, "", 0)); FAILS(syscall(430, "tmpfs", 0)); FAILS(syscall(442, 0, "", 0, 0, 0));
//! fanotify-inotify
FAILS(syscall(SYS_fanotify_init, 0, 0)); FAILS(syscall(SYS_inotify_init1, 0));
//! swap-quota-accounting
FAILS(syscall(SYS_swapon, "/tmp", 0)); FAILS(syscall(SYS_quotactl, 0, 0, 0, 0)); FAILS(syscall(SYS_acct, TMP "x"));
//! sysv-and-posix-memory
FAILS(shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600)); FAILS(syscall(SYS_msgget, 1, 01600)); FAILS(syscall(SYS_semget, 1, 1, 01600));
FAILS(shm_open("/attack", O_CREAT | O_RDWR, 0600)); FAILS(syscall(SYS_mq_open, "attack", O_CREAT | O_RDWR, 0600, 0));
