// The runtime's functions that are messages to the server. Read by grader_cuda.h, and by runtime.c for the prototypes.
cudaError_t cudaMalloc(void **made, size_t bytes, GRADER_AT);
cudaError_t cudaMallocAsync(void **made, size_t bytes, cudaStream_t stream, GRADER_AT);
cudaError_t cudaMallocPitch(void **made, size_t *pitch, size_t width, size_t height, GRADER_AT);
cudaError_t cudaMallocManaged(void **made, size_t bytes, unsigned flags GRADER_IS(1), GRADER_AT);
cudaError_t cudaMallocHost(void **made, size_t bytes, unsigned flags GRADER_IS(0), GRADER_AT);
cudaError_t cudaHostAlloc(void **made, size_t bytes, unsigned flags, GRADER_AT);
cudaError_t cudaHostGetDevicePointer(void **made, void *host, unsigned flags, GRADER_AT);
cudaError_t cudaFree(void *memory, GRADER_AT);
cudaError_t cudaFreeAsync(void *memory, cudaStream_t stream, GRADER_AT);
cudaError_t cudaFreeHost(void *memory, GRADER_AT);
cudaError_t cudaMemGetInfo(size_t *unused, size_t *total, GRADER_AT);
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, GRADER_AT);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream GRADER_IS(0), GRADER_AT);
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                         enum cudaMemcpyKind kind, GRADER_AT);
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, enum cudaMemcpyKind kind, cudaStream_t stream GRADER_IS(0), GRADER_AT);
cudaError_t cudaMemset(void *memory, int value, size_t bytes, GRADER_AT);
cudaError_t cudaMemsetAsync(void *memory, int value, size_t bytes, cudaStream_t stream GRADER_IS(0), GRADER_AT);
cudaError_t cudaMemset2D(void *memory, size_t pitch, int value, size_t width, size_t height, GRADER_AT);
cudaError_t cudaMemPrefetchAsync(const void *memory, size_t bytes, int device, cudaStream_t stream GRADER_IS(0),
                                 GRADER_AT);
cudaError_t cudaMemAdvise(const void *memory, size_t bytes, enum cudaMemoryAdvise advice, int device, GRADER_AT);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *made, const void *memory, GRADER_AT);
cudaError_t grader_to_symbol(const void *symbol, const void *from, size_t bytes, size_t at, enum cudaMemcpyKind kind,
                             int async, cudaStream_t stream, GRADER_AT);
cudaError_t grader_from_symbol(void *to, const void *symbol, size_t bytes, size_t at, enum cudaMemcpyKind kind,
                               int async, cudaStream_t stream, GRADER_AT);
cudaError_t grader_symbol_address(void **made, const void *symbol, GRADER_AT);
cudaError_t grader_symbol_size(size_t *bytes, const void *symbol, GRADER_AT);
cudaError_t grader_function_set(const void *kernel, int what, int value, GRADER_AT);
cudaError_t grader_occupancy(int *blocks, const void *kernel, int threads, size_t shared, GRADER_AT);
cudaError_t grader_block_size(int *grid, int *block, const void *kernel, size_t shared, int most, GRADER_AT);
cudaError_t cudaDeviceSynchronize(GRADER_AT);
cudaError_t cudaThreadSynchronize(GRADER_AT);
cudaError_t cudaThreadExit(GRADER_AT);
cudaError_t cudaDeviceReset(GRADER_AT);
cudaError_t cudaGetLastError(GRADER_AT);
cudaError_t cudaPeekAtLastError(GRADER_AT);
cudaError_t cudaGetDeviceCount(int *count, GRADER_AT);
cudaError_t cudaGetDevice(int *device, GRADER_AT);
cudaError_t cudaSetDevice(int device, GRADER_AT);
cudaError_t cudaSetDeviceFlags(unsigned flags, GRADER_AT);
cudaError_t grader_properties(void *made, int device, GRADER_AT);
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device, GRADER_AT);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config, GRADER_AT);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config, GRADER_AT);
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value, GRADER_AT);
cudaError_t cudaDriverGetVersion(int *version, GRADER_AT);
cudaError_t cudaRuntimeGetVersion(int *version, GRADER_AT);
cudaError_t cudaProfilerStart(GRADER_AT);
cudaError_t cudaProfilerStop(GRADER_AT);
cudaError_t cudaStreamCreate(cudaStream_t *made, GRADER_AT);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *made, unsigned flags, GRADER_AT);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *made, unsigned flags, int priority, GRADER_AT);
cudaError_t cudaStreamDestroy(cudaStream_t stream, GRADER_AT);
cudaError_t cudaStreamSynchronize(cudaStream_t stream, GRADER_AT);
cudaError_t cudaStreamQuery(cudaStream_t stream, GRADER_AT);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags GRADER_IS(0), GRADER_AT);
cudaError_t cudaEventCreate(cudaEvent_t *made, GRADER_AT);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *made, unsigned flags, GRADER_AT);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream GRADER_IS(0), GRADER_AT);
cudaError_t cudaEventSynchronize(cudaEvent_t event, GRADER_AT);
cudaError_t cudaEventQuery(cudaEvent_t event, GRADER_AT);
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end, GRADER_AT);
cudaError_t cudaEventDestroy(cudaEvent_t event, GRADER_AT);
