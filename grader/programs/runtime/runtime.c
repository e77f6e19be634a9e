// The CUDA runtime of a program that runs without a GPU. It knows nothing and checks nothing: every call is a message
// to the server (grader/programs/server.py), which has all device memory. Device pointers are the emulator's addresses,
// never mapped here, except for managed and pinned memory, which both sides see.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "grader_errors.h"
enum cudaMemcpyKind { NO_KIND };
enum cudaMemoryAdvise { NO_ADVICE };
enum cudaDeviceAttr { NO_ATTRIBUTE };
enum cudaFuncCache { NO_CACHE };
enum cudaSharedMemConfig { NO_BANKS };
enum cudaLimit { NO_LIMIT };
enum cudaDeviceP2PAttr { NO_PEER };
enum cudaMemPoolAttr { NO_POOL };
union cudaStreamAttrValue;
typedef struct CUmemPoolHandle_st *cudaMemPool_t;
enum cudaStreamCaptureMode { NO_MODE };
enum cudaStreamCaptureStatus { NO_CAPTURE };
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
struct cudaDeviceProp;
struct cudaFuncAttributes { size_t shared, constants, local; int threads, registers, ptx, binary, cache, dynamic, carveout; };
struct cudaPointerAttributes { int type, device; void *devicePointer, *hostPointer; };
typedef struct { unsigned x, y, z; } dim3;
#include "grader_graphs.h"
#include "grader_textures.h"
#define GRADER_AT int line, const char *file
#define GRADER_IS(value)
#include "grader_calls.h"

// One message. The names are those of grader/programs/protocol.py.
struct request { uint32_t name_bytes, file_bytes, data_bytes; int32_t line; int64_t count, numbers[12]; };
struct reply { int32_t code, action; uint32_t printed_bytes, data_bytes; int64_t numbers[4]; };
enum { NOTHING, SEND, RECEIVE, COPY_HERE, MAP };
enum { MOST_KERNELS = 1024, MOST_PARAMETERS = 128, MOST_DEPTH = 16, MOST_GUARDED = 64, MOST_PAGES_TOLD = 256, MOST_PARAMETER_BYTES = 1 << 16, MOST_NAME_BYTES = 1 << 20, STACK_WORDS = 1 << 21, WINDOW = 4 << 20 };
#if defined __x86_64__
enum { PAGE = 1 << 12 };
#else
enum { PAGE = 1 << 16 };  // a multiple of each size that pages have
#endif

static int channel = -1, shared = -1;
static char *window;  // what is copied goes through these bytes, which the server sees
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static __thread const char *in_file;
static __thread int in_line;

static void leave(const char *why) {
  fflush(NULL);
  dprintf(2, "grader: %s\n", why);
  _exit(125);
}

static void put(const void *data, size_t size) {
  for (const char *at = data; size;) {
    ssize_t done = write(channel, at, size);
    if (done <= 0) {
      if (done < 0 && errno == EINTR) continue;
      _exit(125);  // the server has ended, and the grader says why
    }
    at += done, size -= done;
  }
}

static void get(void *data, size_t size) {
  for (char *at = data; size;) {
    ssize_t done = read(channel, at, size);
    if (done <= 0) {
      if (done < 0 && errno == EINTR) continue;
      _exit(125);
    }
    at += done, size -= done;
  }
}

enum { SHORT = 1024 };  // data of up to so many bytes goes in one write with what stands before it
struct message { char head[sizeof(struct request) + 1024 + SHORT]; };

static void post(const char *name, int line, const char *file, const int64_t *numbers, int count, const void *data,
                 size_t data_bytes) {
  struct message message;
  struct request request = {strlen(name), file ? strnlen(file, 512) : 0, data_bytes, line, count, {0}};
  for (int n = 0; n < count; n++) request.numbers[n] = numbers[n];
  char *end = message.head;
  memcpy(end, &request, sizeof request), end += sizeof request;
  memcpy(end, name, request.name_bytes), end += request.name_bytes;
  if (file) memcpy(end, file, request.file_bytes), end += request.file_bytes;
  int whole = data_bytes <= SHORT;
  if (whole) memcpy(end, data, data_bytes), end += data_bytes;
  put(message.head, end - message.head);
  if (!whole) put(data, data_bytes);
}

static void exchange(const char *name, int line, const char *file, const int64_t *numbers, int count,
                     const void *data, size_t data_bytes, struct reply *reply, void *answer, size_t room) {
  post(name, line, file, numbers, count, data, data_bytes);
  get(reply, sizeof *reply);
  if (reply->printed_bytes) {  // a kernel's printf
    char *text = malloc(reply->printed_bytes);
    if (!text) leave("no memory for what a kernel printed");
    get(text, reply->printed_bytes);
    fwrite(text, 1, reply->printed_bytes, stdout);
    free(text);
  }
  if (reply->data_bytes > room) leave("the server's answer is too long");
  if (reply->data_bytes) get(answer, reply->data_bytes);
}

// --- kernels and variables, as the start of the program registers them

static struct { const void *stub; const char *name; uint32_t parameters, sizes[MOST_PARAMETERS]; } kernels[MOST_KERNELS];
static struct { const void *shadow; const char *name; } variables[MOST_KERNELS];
static int kernel_count, variable_count, begun;

void **__cudaRegisterFatBinary(const void *image) {
  static void *handle;
  return &handle;
}
void __cudaRegisterFatBinaryEnd(void **handle) {}
void __cudaUnregisterFatBinary(void **handle) {}

int __cudaRegisterFunction(void **handle, const void *stub, char *device_name, const char *name, int limit, void *tid,
                           void *bid, void *block, void *grid, int *warp) {
  if (kernel_count == MOST_KERNELS) leave("more than 1,024 kernels");
  kernels[kernel_count].stub = stub;
  kernels[kernel_count++].name = name;
  return 0;
}

void __cudaRegisterVar(void **handle, const void *shadow, char *device_name, const char *name, int external,
                       size_t bytes, int constant, int global) {
  if (variable_count == MOST_KERNELS) leave("more than 1,024 variables");
  variables[variable_count].shadow = shadow;
  variables[variable_count++].name = name;
}

// Where the program stands: the instruction, and the stack, on which return addresses are.
struct site { int64_t at, stack; };
#define SITE \
  ((struct site){(int64_t)__builtin_return_address(0) - 1, (int64_t)((void **)__builtin_frame_address(0) + 2)})

static int standing_at(struct site site, int64_t *places, int most) {
  extern char __executable_start, etext;
  // The main thread's stack ends at the environment; of another one a little is looked at.
  int64_t above = ((int64_t)environ - site.stack) / 8, words = above > 0 && above < STACK_WORDS ? above : 64;
  int count = 0;
  places[count++] = site.at;
  for (int n = 0; n < 256 && n < words && count < most; n++) {
    int64_t word = ((int64_t *)site.stack)[n];
    if (word > (int64_t)&__executable_start && word < (int64_t)&etext) places[count++] = word - 1;
  }
  return count;
}

static struct site site_of(const ucontext_t *context) {
#if defined __x86_64__
  return (struct site){context->uc_mcontext.gregs[REG_RIP], context->uc_mcontext.gregs[REG_RSP]};
#else
  return (struct site){context->uc_mcontext.pc, context->uc_mcontext.sp};
#endif
}

// Memory that the host sees too and that work still uses: it is protected, and who touches it is told of, once.
static struct { char *start; int64_t size; int told; } guarded[MOST_GUARDED];
static int guards;
static char *shared_from, *shared_end;  // all memory that both sides see, and none of the host alone

static void guard(int n, int protection) { mprotect(guarded[n].start, guarded[n].size, protection); }

static void guard_unfinished(void) {
  int64_t ranges[MOST_GUARDED][3], none[1] = {0};
  struct reply reply;
  if (!shared_end) return;
  exchange("unfinished", in_line, in_file, none, 0, NULL, 0, &reply, ranges, sizeof ranges);
  while (guards) guard(--guards, PROT_READ | PROT_WRITE);
  for (; guards < (int)(reply.data_bytes / sizeof ranges[0]); guards++) {
    guarded[guards].start = (char *)ranges[guards][0], guarded[guards].size = ranges[guards][1];
    guarded[guards].told = 0;
    guard(guards, ranges[guards][2] ? PROT_NONE : PROT_READ);
  }
}

static void unguard(int n) {
  guard(n, PROT_READ | PROT_WRITE);
  guarded[n] = guarded[--guards];
}

// Up to the end of an address' page. The work may use the memory behind it alone: that stays guarded a while.
static void unguard_page(int n, char *address) {
  char *next = (char *)(((uintptr_t)address | (PAGE - 1)) + 1);
  if (next >= guarded[n].start + guarded[n].size || ++guarded[n].told == MOST_PAGES_TOLD) {
    unguard(n);
    return;
  }
  mprotect(guarded[n].start, next - guarded[n].start, PROT_READ | PROT_WRITE);
  guarded[n].size -= next - guarded[n].start;
  guarded[n].start = next;
}

// An address, how many bytes from there, whether they are written, and places in the program's text.
static void tell_touched(const int64_t *numbers, int count) {
  if (in_file) return;  // one of the runtime's own copies
  struct reply reply;
  char answer[1];
  pthread_mutex_lock(&turn);
  exchange("touched", 0, NULL, numbers, count, NULL, 0, &reply, answer, 1);
  pthread_mutex_unlock(&turn);
}

// True for an atomic update, of which both sides may make some at a time: `lock` before it, or an exchange with memory.
static int is_atomic(const ucontext_t *context) {
#if defined __x86_64__
  const unsigned char *at = (const unsigned char *)context->uc_mcontext.gregs[REG_RIP];
  for (; *at == 0xf0 || *at == 0x66 || (*at & 0xf0) == 0x40; at++)
    if (*at == 0xf0) return 1;
  return (*at & 0xfe) == 0x86;
#else
  return 0;
#endif
}

static int writes_at(const ucontext_t *context) {
#if defined __x86_64__
  return context->uc_mcontext.gregs[REG_ERR] >> 1 & 1;
#else
  return 0;
#endif
}

static int is_guarded(char *address, const ucontext_t *context) {
  for (int n = 0; n < guards; n++) {
    if (address < guarded[n].start || address >= guarded[n].start + guarded[n].size) continue;
    int64_t numbers[12] = {(int64_t)address, 1, writes_at(context)};
    if (!is_atomic(context)) tell_touched(numbers, 3 + standing_at(site_of(context), numbers + 3, 9));
    unguard_page(n, address);
    return 1;
  }
  return 0;
}

#include "heap.c"
#include "lent.c"

static void fault(int number, siginfo_t *info, void *context) {
  if (is_guarded(info->si_addr, context) || lend(info->si_addr, context)) return;
  int told = in_fence(info->si_addr, writes_at(context), site_of(context));
  if (told == 1) return;
  // Tell where, then end as without this handler. A lock of this thread is its own; another's is soon given back.
  int64_t numbers[12] = {(int64_t)info->si_addr};
  struct reply reply;
  signal(number, SIG_DFL);
  if (!told) in_free();
  for (int n = 0; !told && !in_file && n < 1000 && pthread_mutex_trylock(&turn); n++) usleep(1000);
  char answer[1];
  int count = 1 + called_from(site_of(context), numbers + 1, 11);
  if (!told) exchange("fault", in_line, in_file, numbers, count, NULL, 0, &reply, answer, sizeof answer);
  fflush(stdout);
}

// The system reads what is written to a file, and fills what is read, without a fault: tell of it before.
static void touch(const char *start, size_t size, int writes, const void *caller) {
  int64_t numbers[4] = {(int64_t)start, (int64_t)size, writes, (int64_t)caller - 1};
  for (int n = guards - 1, told = 0; n >= 0; n--) {
    if (guarded[n].start >= start + size || start >= guarded[n].start + guarded[n].size) continue;
    if (!told++) tell_touched(numbers, 4);
    unguard(n);
  }
}

size_t __real_fwrite(const void *from, size_t size, size_t count, FILE *file);
size_t __wrap_fwrite(const void *from, size_t size, size_t count, FILE *file) {
  touch(from, size * count, 0, __builtin_return_address(0));
  open_fence(from, size * count);
  size_t done = __real_fwrite(from, size, count, file);
  look_at_use(from, size * done, 0, SITE);
  return done;
}

size_t __real_fread(void *to, size_t size, size_t count, FILE *file);
size_t __wrap_fread(void *to, size_t size, size_t count, FILE *file) {
  touch(to, size * count, 1, __builtin_return_address(0));
  open_fence(to, size * count);
  size_t done = __real_fread(to, size, count, file);
  look_at_use(to, size * done, 1, SITE);
  return done;
}

#include "clocks.c"

// The number of the edit that is switched on; 0: none.
unsigned grader_edit;

__attribute__((constructor(101))) static void connect_to_server(void) {
  const char *told = getenv("GRADER_PROGRAM");
  if (!told || sscanf(told, "%d,%d", &channel, &shared) != 2) leave("run this program with python -m grader run");
  const char *edit = getenv("GRADER_EDIT");
  if (edit) grader_edit = atoi(edit);
  window = mmap(NULL, WINDOW, PROT_READ | PROT_WRITE, MAP_SHARED, shared, 0);
  if (window == MAP_FAILED) leave("no memory to exchange");
  if (!getenv("GRADER_BUFFERED")) setvbuf(stdout, NULL, _IOLBF, 1 << 16);
  static char stack[1 << 16];
  stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&other, NULL);
  struct sigaction action = {.sa_sigaction = fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
}

// The first call of the runtime: name all kernels and variables, and learn what the kernels take.
static void begin(void) {
  begun = 1;
  struct reply reply;
  int64_t counts[2] = {variable_count, kernel_count};
  size_t bytes = 1, room = kernel_count * (MOST_PARAMETERS + 1) * sizeof(uint32_t);
  for (int n = 0; n < variable_count; n++) bytes += strlen(variables[n].name) + 1;
  for (int n = 0; n < kernel_count; n++) bytes += strlen(kernels[n].name) + 1;
  if (bytes > MOST_NAME_BYTES) leave("names of kernels and variables of more than 1 MiB");
  char *names = malloc(bytes), *end = names;
  uint32_t *sizes = malloc(room + 1), *next = sizes;
  if (!names || !sizes) leave("no memory for the names of kernels");
  for (int n = 0; n < variable_count; n++) end = stpcpy(end, variables[n].name) + 1;
  for (int n = 0; n < kernel_count; n++) end = stpcpy(end, kernels[n].name) + 1;
  exchange("begin", 0, NULL, counts, 2, names, end - names, &reply, sizes, room);
  if (reply.code) {
    fflush(NULL);
    _exit(125);
  }
  for (int n = 0; n < kernel_count; n++) {  // of each kernel: how many parameters, and the bytes of each
    if (*next > MOST_PARAMETERS) leave("a kernel with more than 128 parameters");
    kernels[n].parameters = *next++;
    for (uint32_t each = 0; each < kernels[n].parameters; each++) kernels[n].sizes[each] = *next++;
  }
  free(names);
  free(sizes);
}

static void enter(int line, const char *file) {
  called = 1;
  fflush(stdout);  // what the program has printed comes before what the call finds or prints
  pthread_mutex_lock(&turn);
  in_line = line, in_file = file;
  if (!begun) begin();
  repay();
}

static void done(void) {
  guard_unfinished();
  in_line = 0, in_file = NULL;
  pthread_mutex_unlock(&turn);
}

#define NUMBERS(...) (int64_t[]){__VA_ARGS__}, sizeof((int64_t[]){__VA_ARGS__}) / 8

static struct reply ask(const char *name, int line, const char *file, const int64_t *numbers, int count, void *answer,
                        size_t room) {
  struct reply reply;
  enter(line, file);
  exchange(name, line, file, numbers, count, NULL, 0, &reply, answer, room);
  if (reply.action == MAP && !reply.code) {
    void *at = mmap((void *)reply.numbers[0], reply.numbers[1], PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, shared,
                    reply.numbers[2]);
    if (at == MAP_FAILED) leave("no memory that host and device share");
    char *end = (char *)at + reply.numbers[1];
    if (!shared_end || (char *)at < shared_from) shared_from = at;
    if (end > shared_end) shared_end = end;
  }
  done();
  return reply;
}

#define ASK(...) ask(__func__, line, file, NUMBERS(__VA_ARGS__), NULL, 0)
#define N(x) (int64_t)(x)

// Bytes between this program's memory and the server, through the window, row by row.
static void move(char *host, int64_t pitch, int64_t width, int64_t start, int64_t size, int to_host) {
  for (int64_t at = 0; at < size;) {
    int64_t row = (start + at) / width, column = (start + at) % width;
    int64_t piece = width - column < size - at ? width - column : size - at;
    char *here = host + row * pitch + column;
    if (to_host) memcpy(here, window + at, piece);
    else memcpy(window + at, here, piece);
    at += piece;
  }
}

static cudaError_t transfer(const char *name, int line, const char *file, const int64_t *numbers, int count, void *to,
                            int64_t to_pitch, const void *from, int64_t from_pitch, int64_t width, int64_t rows,
                            const void *data, size_t data_bytes) {
  struct reply reply;
  enter(line, file);
  exchange(name, line, file, numbers, count, data, data_bytes, &reply, NULL, 0);
  int64_t total = width * rows;
  if (reply.action == COPY_HERE)
    for (int64_t row = 0; row < rows; row++)
      memmove((char *)to + row * to_pitch, (const char *)from + row * from_pitch, width);
  if (reply.action == SEND || reply.action == RECEIVE)
    for (int64_t at = 0; at < total; at += WINDOW) {
      int64_t size = total - at < WINDOW ? total - at : WINDOW;
      struct reply piece;
      if (reply.action == SEND) move((char *)from, from_pitch, width, at, size, 0);
      exchange("piece", line, file, NUMBERS(at, size), NULL, 0, &piece, NULL, 0);
      if (reply.action == RECEIVE) move(to, to_pitch, width, at, size, 1);
    }
  done();
  return reply.code;
}

// --- launches

static __thread struct { dim3 grid, block; size_t shared; cudaStream_t stream; int line; const char *file; }
    configured[MOST_DEPTH];
static __thread int depth;

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t bytes, cudaStream_t stream, GRADER_AT) {
  if (depth == MOST_DEPTH) leave("launches inside launches");
  configured[depth].grid = grid, configured[depth].block = block, configured[depth].shared = bytes;
  configured[depth].stream = stream, configured[depth].line = line, configured[depth++].file = file;
  return 0;
}

int __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *bytes, void *stream) {
  depth--;
  *grid = configured[depth].grid, *block = configured[depth].block, *bytes = configured[depth].shared;
  *(cudaStream_t *)stream = configured[depth].stream;
  return 0;
}

static int kernel_of(const void *stub) {
  for (int n = 0; n < kernel_count; n++)
    if (kernels[n].stub == stub) return n;
  return -1;
}

static int variable_of(const void *shadow) {
  for (int n = 0; n < variable_count; n++)
    if (variables[n].shadow == shadow) return n;
  return -1;
}

static size_t gather(int kernel, void **args, char *parameters) {
  size_t size = 0;
  for (int n = 0; kernel >= 0 && n < (int)kernels[kernel].parameters; n++) {
    uint32_t more = kernels[kernel].sizes[n];
    if (size + more > MOST_PARAMETER_BYTES) leave("parameters of more than 64 KiB");
    memcpy(parameters + size, args[n], more);
    size += more;
  }
  return size;
}

// Of <<<...>>> nothing looks at the result, and cudaGetLastError tells of it: it `waits` for none, unless the host may
// see what the kernel does.
static cudaError_t launch(int kernel, dim3 grid, dim3 block, size_t bytes, cudaStream_t stream, const char *parameters,
                          size_t size, int line, const char *file, int waits) {
  struct reply reply = {0};
  enter(line, file);
#define LAUNCH NUMBERS(kernel, grid.x, grid.y, grid.z, block.x, block.y, block.z, N(bytes), N(stream)), parameters, size
  if (waits || shared_end) exchange("cudaLaunchKernel", line, file, LAUNCH, &reply, NULL, 0);
  else post("launch", line, file, LAUNCH);
  done();
  return reply.code;
}

// The program needs what is not there: the server says so, and nothing goes on.
static cudaError_t refuse(const char *what, int line, const char *file) {
  struct reply reply;
  enter(line, file);
  exchange("unsupported", line, file, NUMBERS(0), what, strlen(what), &reply, NULL, 0);
  fflush(NULL);
  _exit(125);
}
