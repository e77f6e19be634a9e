// The runtime's functions: each puts its arguments into a message. Most are one line.
#include "runtime.c"

static cudaError_t made(const char *name, int line, const char *file, const int64_t *numbers, int count, void **result) {
  struct reply reply = ask(name, line, file, numbers, count, NULL, 0);
  if (!reply.code) *result = (void *)reply.numbers[0];
  return reply.code;
}
#define MADE(result, ...) made(__func__, line, file, NUMBERS(__VA_ARGS__), (void **)(result))
#define PLAIN(...) ASK(__VA_ARGS__).code

static cudaError_t number(const char *name, int line, const char *file, const int64_t *numbers, int count, int *result) {
  struct reply reply = ask(name, line, file, numbers, count, NULL, 0);
  if (!reply.code) *result = reply.numbers[0];
  return reply.code;
}
#define NUMBER(result, ...) number(__func__, line, file, NUMBERS(__VA_ARGS__), result)

#include "graphs.c"
#define BEFORE(graph) (const Node *const *)(graph)->nodes, (graph)->count

cudaError_t cudaMalloc(void **p, size_t bytes, GRADER_AT) { return MADE(p, N(bytes), N(p)); }
cudaError_t cudaMallocAsync(void **p, size_t bytes, cudaStream_t stream, GRADER_AT) {
  return MADE(p, N(bytes), N(p));
}
cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t width, size_t height, GRADER_AT) {
  struct reply reply = ASK(N(width), N(height), N(p));
  if (!reply.code) *p = (void *)reply.numbers[0], *pitch = reply.numbers[1];
  return reply.code;
}
cudaError_t cudaMallocManaged(void **p, size_t bytes, unsigned flags, GRADER_AT) {
  return MADE(p, N(bytes), N(p));
}
cudaError_t cudaMallocHost(void **p, size_t bytes, unsigned flags, GRADER_AT) {
  return MADE(p, N(bytes), N(p));
}
cudaError_t cudaHostAlloc(void **p, size_t bytes, unsigned flags, GRADER_AT) {
  return MADE(p, N(bytes), N(p));
}
static int maps_registered;
cudaError_t cudaHostGetDevicePointer(void **p, void *host, unsigned flags, GRADER_AT) {
  cudaError_t error = MADE(p, N(host));
  return error && maps_registered ? refuse("a device pointer to memory of cudaHostRegister", line, file) : error;
}
cudaError_t cudaFree(void *p, GRADER_AT) { return PLAIN(N(p)); }
cudaError_t cudaFreeAsync(void *p, cudaStream_t stream, GRADER_AT) { return PLAIN(N(p), N(stream)); }
cudaError_t cudaFreeHost(void *p, GRADER_AT) { return PLAIN(N(p)); }
cudaError_t cudaMemGetInfo(size_t *unused, size_t *total, GRADER_AT) {
  struct reply reply = ASK(0);
  if (!reply.code) *unused = reply.numbers[0], *total = reply.numbers[1];
  return reply.code;
}

// Copies: to, from, width, direction, stream (-1: the call waits), rows, pitches,
// and what of the heap they are in, with where that was allocated.
static cudaError_t copy(const char *name, int line, const char *file, void *to, int64_t to_pitch, const void *from,
                        int64_t from_pitch, int64_t width, int64_t rows, int64_t kind, int64_t stream) {
  int64_t numbers[12] = {N(to), N(from), width, kind, stream, rows, to_pitch, from_pitch};
  struct block ends[2] = {block_of(to, line, file), block_of(from, line, file)};
  int64_t made[2][MOST_MADE];
  for (int end = 0; end < 2; end++) {
    numbers[8 + 2 * end] = N(ends[end].start), numbers[9 + 2 * end] = ends[end].size;
    for (int n = 0; n < MOST_MADE; n++) made[end][n] = ends[end].made[n];
  }
  return transfer(name, line, file, numbers, 12, to, to_pitch, from, from_pitch, width, rows, made, sizeof made);
}
#define COPY(to, to_pitch, from, from_pitch, width, rows, kind, stream) \
  copy(__func__, line, file, to, to_pitch, from, from_pitch, width, rows, kind, N(stream))
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, GRADER_AT) {
  return COPY(to, bytes, from, bytes, bytes, 1, kind, -1);
}
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream,
                            GRADER_AT) {
  Node *made;
  Graph *graph = captured(stream);
  if (graph)
    return cudaGraphAddMemcpyNode1D(&made, graph, BEFORE(graph), to, from, bytes, kind, line, file);
  return COPY(to, bytes, from, bytes, bytes, 1, kind, stream);
}
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                         enum cudaMemcpyKind kind, GRADER_AT) {
  return COPY(to, to_pitch, from, from_pitch, width, height, kind, -1);
}
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, enum cudaMemcpyKind kind, cudaStream_t stream, GRADER_AT) {
  struct cudaMemcpy3DParms given = {
      .srcPtr = {(void *)from, from_pitch}, .dstPtr = {to, to_pitch}, .extent = {width, height, 1}, .kind = kind};
  Node *made;
  Graph *graph = captured(stream);
  if (graph) return cudaGraphAddMemcpyNode(&made, graph, BEFORE(graph), &given, line, file);
  return COPY(to, to_pitch, from, from_pitch, width, height, kind, stream);
}
cudaError_t grader_to_symbol(const void *symbol, const void *from, size_t bytes, size_t at, enum cudaMemcpyKind kind,
                             int async, cudaStream_t stream, GRADER_AT) {
  return transfer("cudaMemcpyToSymbol", line, file, NUMBERS(variable_of(symbol), N(from), N(bytes), kind,
                  async ? N(stream) : -1, N(at)), NULL, 0, from, bytes, bytes, 1, NULL, 0);
}
cudaError_t grader_from_symbol(void *to, const void *symbol, size_t bytes, size_t at, enum cudaMemcpyKind kind,
                               int async, cudaStream_t stream, GRADER_AT) {
  return transfer("cudaMemcpyFromSymbol", line, file, NUMBERS(variable_of(symbol), N(to), N(bytes), kind,
                  async ? N(stream) : -1, N(at)), to, bytes, NULL, 0, bytes, 1, NULL, 0);
}
cudaError_t grader_symbol_address(void **p, const void *symbol, GRADER_AT) {
  return made("cudaGetSymbolAddress", line, file, NUMBERS(variable_of(symbol)), p);
}
cudaError_t grader_symbol_size(size_t *bytes, const void *symbol, GRADER_AT) {
  return made("cudaGetSymbolSize", line, file, NUMBERS(variable_of(symbol)), (void **)bytes);
}
cudaError_t cudaMemset(void *p, int value, size_t bytes, GRADER_AT) {
  return PLAIN(N(p), value, N(bytes), -1, 1, N(bytes));
}
cudaError_t cudaMemset2DAsync(void *p, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream,
                              GRADER_AT) {
  struct cudaMemsetParams given = {p, pitch, value & 255, 1, width, height};
  Node *made;
  Graph *graph = captured(stream);
  if (graph) return cudaGraphAddMemsetNode(&made, graph, BEFORE(graph), &given, line, file);
  return ask("cudaMemsetAsync", line, file, NUMBERS(N(p), value, N(width), N(stream), N(height), N(pitch)), NULL, 0).code;
}
cudaError_t cudaMemsetAsync(void *p, int value, size_t bytes, cudaStream_t stream, GRADER_AT) {
  return cudaMemset2DAsync(p, bytes, value, bytes, 1, stream, line, file);
}
cudaError_t cudaMemset2D(void *p, size_t pitch, int value, size_t width, size_t height, GRADER_AT) {
  return PLAIN(N(p), value, N(width), -1, N(height), N(pitch));
}
cudaError_t cudaMemPrefetchAsync(const void *p, size_t bytes, int device, cudaStream_t stream, GRADER_AT) {
  return PLAIN(N(p));
}
cudaError_t cudaMemAdvise(const void *p, size_t bytes, enum cudaMemoryAdvise advice, int device, GRADER_AT) {
  return PLAIN(N(p));
}
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *p, GRADER_AT) {
  struct reply reply = ASK(N(p));
  attributes->type = reply.numbers[0], attributes->device = 0;
  attributes->devicePointer = reply.numbers[1] ? (void *)p : NULL;
  attributes->hostPointer = reply.numbers[2] ? (void *)p : NULL;
  return reply.code;
}

static cudaError_t launched(const void *stub, dim3 grid, dim3 block, void **args, size_t bytes, cudaStream_t stream,
                            int waits, GRADER_AT) {
  static __thread char parameters[MOST_PARAMETER_BYTES];  // of this thread: another may launch meanwhile
  Graph *graph = captured(stream);
  int kernel;
  enter(line, file);  // the sizes of parameters are known after the first call
  if ((kernel = kernel_of(stub)) >= 0 && graph)
    set_kernel(capture(graph, cudaGraphNodeTypeKernel, line, file), kernel, grid, block, bytes, args);
  size_t size = graph ? 0 : gather(kernel, args, parameters);
  done();
  return graph ? 0 : launch(kernel, grid, block, bytes, stream, parameters, size, line, file, waits);
}
cudaError_t cudaLaunchKernel(const void *stub, dim3 grid, dim3 block, void **args, size_t bytes, cudaStream_t stream) {
  // A launch by <<<...>>> has left its place one above the top.
  int known = depth < MOST_DEPTH;
  return launched(stub, grid, block, args, bytes, stream, 0, known ? configured[depth].line : 0,
                  known ? configured[depth].file : NULL);
}
cudaError_t grader_launch(const void *stub, dim3 grid, dim3 block, void **args, size_t bytes, cudaStream_t stream,
                          GRADER_AT) {
  return launched(stub, grid, block, args, bytes, stream, 1, line, file);
}
// What a host function reads has been computed: the work before it in the stream is done.
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t call, void *data, GRADER_AT) {
  struct cudaHostNodeParams given = {call, data};
  Node *made;
  Graph *graph = captured(stream);
  if (graph) return cudaGraphAddHostNode(&made, graph, BEFORE(graph), &given, line, file);
  cudaError_t error = cudaStreamSynchronize(stream, line, file);
  if (!error) call(data);
  return error;
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, void (*call)(cudaStream_t, cudaError_t, void *), void *data,
                                  unsigned flags, GRADER_AT) {
  cudaError_t error = cudaStreamSynchronize(stream, line, file);
  if (!error) call(stream, 0, data);
  return error;
}
cudaError_t grader_function_get(struct cudaFuncAttributes *made, const void *kernel, GRADER_AT) {
  struct reply reply = ASK(kernel_of(kernel));
  memset(made, 0, sizeof *made);
  made->shared = reply.numbers[0], made->threads = 1024, made->registers = reply.numbers[1];
  made->ptx = made->binary = 90, made->dynamic = reply.numbers[2];
  return reply.code;
}
cudaError_t grader_function_set(const void *kernel, int what, int value, GRADER_AT) {
  return PLAIN(kernel_of(kernel), what, value);
}
cudaError_t grader_occupancy(int *blocks, const void *kernel, int threads, size_t bytes, GRADER_AT) {
  return NUMBER(blocks, kernel_of(kernel), threads, N(bytes));
}
cudaError_t grader_block_size(int *grid, int *block, const void *kernel, size_t bytes, int most, GRADER_AT) {
  struct reply reply = ASK(kernel_of(kernel), N(bytes), most);
  if (!reply.code) *grid = reply.numbers[0], *block = reply.numbers[1];
  return reply.code;
}

cudaError_t cudaDeviceSynchronize(GRADER_AT) { return PLAIN(0); }
cudaError_t cudaThreadSynchronize(GRADER_AT) { return PLAIN(0); }
cudaError_t cudaDeviceReset(GRADER_AT) { return PLAIN(0); }
cudaError_t cudaThreadExit(GRADER_AT) { return PLAIN(0); }
cudaError_t cudaGetLastError(GRADER_AT) { return PLAIN(0); }
cudaError_t cudaPeekAtLastError(GRADER_AT) { return PLAIN(0); }
cudaError_t cudaGetDeviceCount(int *count, GRADER_AT) { return NUMBER(count, 0); }
cudaError_t cudaGetDevice(int *device, GRADER_AT) { return NUMBER(device, 0); }
cudaError_t cudaSetDevice(int device, GRADER_AT) { return PLAIN(device); }
cudaError_t cudaSetDeviceFlags(unsigned flags, GRADER_AT) { return PLAIN(0); }
cudaError_t grader_properties(void *properties, int device, GRADER_AT) {
  return ask("cudaGetDeviceProperties", line, file, NUMBERS(device), properties, 1024).code;
}
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device, GRADER_AT) {
  return NUMBER(value, attribute, device);
}
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config, GRADER_AT) { return PLAIN(0); }
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config, GRADER_AT) { return PLAIN(0); }
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value, GRADER_AT) { return PLAIN(0); }
cudaError_t cudaDriverGetVersion(int *version, GRADER_AT) { return NUMBER(version, 0); }
cudaError_t cudaRuntimeGetVersion(int *version, GRADER_AT) { return NUMBER(version, 0); }
cudaError_t cudaHostRegister(void *memory, size_t bytes, unsigned flags, GRADER_AT) {
  maps_registered |= flags & 2;
  return 0;
}
cudaError_t cudaHostUnregister(void *memory, GRADER_AT) {
  struct block block = freed_block(memory);
  if (block.start) tell_block(REGISTERED_WHEN_FREED, memory, 1, &block, 0, (struct site){0}, line, file);
  return 0;
}
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer, GRADER_AT) {
  *can = 0;
  return device || peer ? 101 : 0;
}
// There is one device: any other, and a peer of it, is none.
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags, GRADER_AT) { return 101; }
cudaError_t cudaDeviceDisablePeerAccess(int peer, GRADER_AT) { return 101; }
cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int device, int peer, GRADER_AT) {
  return 101;
}
cudaError_t cudaMemcpyPeerAsync(void *to, int device, const void *from, int peer, size_t bytes, cudaStream_t stream,
                                GRADER_AT) {
  return device || peer ? 101 : cudaMemcpyAsync(to, from, bytes, 3, stream, line, file);
}
cudaError_t cudaMemcpyPeer(void *to, int device, const void *from, int peer, size_t bytes, GRADER_AT) {
  return cudaMemcpyPeerAsync(to, device, from, peer, bytes, 0, line, file);
}
// Advice for speed: nothing that a program computes depends on it.
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device, GRADER_AT) {
  *pool = (cudaMemPool_t)1;
  return device ? 101 : 0;
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value, GRADER_AT) { return 0; }
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes, GRADER_AT) { return 0; }
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *memory, size_t bytes, unsigned flags, GRADER_AT) {
  return 0;
}
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, int attribute, const union cudaStreamAttrValue *value,
                                   GRADER_AT) {
  return 0;
}
cudaError_t cudaCtxResetPersistingL2Cache(GRADER_AT) { return 0; }
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config, GRADER_AT) {
  *config = 1;
  return 0;
}
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config, GRADER_AT) {
  *config = 0;
  return 0;
}
cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit, GRADER_AT) {
  static const size_t limits[] = {1024, 8 << 20, 8 << 20, 2, 2048, 64, 0};
  if (limit > 6) return 1;
  *value = limits[limit];
  return 0;
}
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest, GRADER_AT) {
  *least = 0, *greatest = -5;
  return 0;
}
cudaError_t cudaProfilerStart(GRADER_AT) { return PLAIN(0); }
cudaError_t cudaProfilerStop(GRADER_AT) { return PLAIN(0); }

cudaError_t cudaStreamCreate(cudaStream_t *s, GRADER_AT) { return MADE(s, 0); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned flags, GRADER_AT) {
  return MADE(s, flags);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *s, unsigned flags, int priority, GRADER_AT) {
  return MADE(s, flags);
}
cudaError_t cudaStreamDestroy(cudaStream_t s, GRADER_AT) { return PLAIN(N(s)); }
cudaError_t cudaStreamSynchronize(cudaStream_t s, GRADER_AT) { return PLAIN(N(s)); }
cudaError_t cudaStreamQuery(cudaStream_t s, GRADER_AT) { return PLAIN(N(s)); }
cudaError_t cudaStreamWaitEvent(cudaStream_t s, cudaEvent_t e, unsigned flags, GRADER_AT) {
  return captured_event(e, s, 0) ? 0 : PLAIN(N(s), N(e));
}
cudaError_t cudaEventCreate(cudaEvent_t *e, GRADER_AT) { return MADE(e, 0); }
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned flags, GRADER_AT) {
  return MADE(e, flags);
}
cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s, GRADER_AT) {
  return captured_event(e, s, 1) ? 0 : PLAIN(N(e), N(s));
}
cudaError_t cudaEventSynchronize(cudaEvent_t e, GRADER_AT) { return PLAIN(N(e)); }
cudaError_t cudaEventQuery(cudaEvent_t e, GRADER_AT) { return PLAIN(N(e)); }
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end, GRADER_AT) {
  struct reply reply = ASK(N(start), N(end));
  if (!reply.code) *ms = reply.numbers[0] / 1e6f;  // nanoseconds
  return reply.code;
}
cudaError_t cudaEventDestroy(cudaEvent_t e, GRADER_AT) { return PLAIN(N(e)); }

cudaError_t grader_refuse(const char *what, GRADER_AT) { return refuse(what, line, file); }
void grader_library_fails(const char *function, const char *status, const char *why, GRADER_AT) {
  char said[512];
  int size = snprintf(said, sizeof said, "%s%c%s%c%s", function, 0, status, 0, why);
  struct reply reply;
  enter(line, file);
  exchange("library_fails", line, file, NUMBERS(0), said, size, &reply, NULL, 0);
  done();
}

#include "random.c"
#include "textures.c"

#define WORDS(constant, code, words) case code: return words;
#define NAME(constant, code, words) case code: return #constant;
const char *cudaGetErrorString(cudaError_t error) {
  switch (error) { GRADER_ERRORS(WORDS) }
  return "unrecognized error code";
}
const char *cudaGetErrorName(cudaError_t error) {
  switch (error) { GRADER_ERRORS(NAME) }
  return "unrecognized error code";
}
