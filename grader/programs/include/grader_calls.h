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
cudaError_t cudaMemset2DAsync(void *memory, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream GRADER_IS(0), GRADER_AT);
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
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest, GRADER_AT);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t call, void *data, GRADER_AT);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, void (*call)(cudaStream_t, cudaError_t, void *), void *data,
                                  unsigned flags, GRADER_AT);
cudaError_t grader_launch(const void *kernel, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream,
                          GRADER_AT);
cudaError_t grader_function_get(struct cudaFuncAttributes *made, const void *kernel, GRADER_AT);
cudaError_t cudaHostRegister(void *memory, size_t bytes, unsigned flags, GRADER_AT);
cudaError_t cudaHostUnregister(void *memory, GRADER_AT);
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer, GRADER_AT);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags, GRADER_AT);
cudaError_t cudaDeviceDisablePeerAccess(int peer, GRADER_AT);
cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int device, int peer, GRADER_AT);
cudaError_t cudaMemcpyPeerAsync(void *to, int device, const void *from, int peer, size_t bytes,
                                cudaStream_t stream GRADER_IS(0), GRADER_AT);
cudaError_t cudaMemcpyPeer(void *to, int device, const void *from, int peer, size_t bytes, GRADER_AT);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device, GRADER_AT);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value, GRADER_AT);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes, GRADER_AT);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *memory, size_t bytes GRADER_IS(0),
                                     unsigned flags GRADER_IS(4), GRADER_AT);
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, int attribute, const union cudaStreamAttrValue *value,
                                   GRADER_AT);
cudaError_t cudaCtxResetPersistingL2Cache(GRADER_AT);
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config, GRADER_AT);
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config, GRADER_AT);
cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit, GRADER_AT);
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode, GRADER_AT);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *made, GRADER_AT);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status, GRADER_AT);
cudaError_t cudaGraphCreate(cudaGraph_t *made, unsigned flags, GRADER_AT);
cudaError_t cudaGraphClone(cudaGraph_t *made, cudaGraph_t graph, GRADER_AT);
cudaError_t cudaGraphDestroy(cudaGraph_t graph, GRADER_AT);
// A library's function refuses what it is given; or it is one that is not there, and ends the program.
cudaError_t grader_refuse(const char *what, GRADER_AT);
void grader_library_fails(const char *function, const char *status, const char *why, GRADER_AT);
cudaError_t grader_instantiate(cudaGraphExec_t *made, cudaGraph_t graph, GRADER_AT);
cudaError_t grader_update(cudaGraphExec_t exec, cudaGraph_t graph, GRADER_AT);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec, GRADER_AT);
cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream, GRADER_AT);
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream, GRADER_AT);
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count, GRADER_AT);
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type, GRADER_AT);
#define GRADER_NODE cudaGraphNode_t *made, cudaGraph_t graph, const struct CUgraphNode_st *const *before, size_t count
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const struct CUgraphNode_st *const *from,
                                     const struct CUgraphNode_st *const *to, size_t count, GRADER_AT);
cudaError_t cudaGraphAddEmptyNode(GRADER_NODE, GRADER_AT);
cudaError_t cudaGraphAddKernelNode(GRADER_NODE, const struct cudaKernelNodeParams *given, GRADER_AT);
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *given, GRADER_AT);
cudaError_t cudaGraphAddMemsetNode(GRADER_NODE, const struct cudaMemsetParams *given, GRADER_AT);
cudaError_t cudaGraphAddMemcpyNode(GRADER_NODE, const struct cudaMemcpy3DParms *given, GRADER_AT);
cudaError_t cudaGraphAddMemcpyNode1D(GRADER_NODE, void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                                     GRADER_AT);
cudaError_t cudaGraphAddHostNode(GRADER_NODE, const struct cudaHostNodeParams *given, GRADER_AT);
#undef GRADER_NODE
cudaError_t cudaMallocArray(cudaArray_t *made, const struct cudaChannelFormatDesc *channels, size_t width,
                            size_t height GRADER_IS(0), unsigned flags GRADER_IS(0), GRADER_AT);
cudaError_t cudaMalloc3DArray(cudaArray_t *made, const struct cudaChannelFormatDesc *channels, struct cudaExtent extent,
                              unsigned flags GRADER_IS(0), GRADER_AT);
cudaError_t cudaFreeArray(cudaArray_t array, GRADER_AT);
cudaError_t cudaMalloc3D(struct cudaPitchedPtr *made, struct cudaExtent extent, GRADER_AT);
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                size_t height, enum cudaMemcpyKind kind, GRADER_AT);
cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                  size_t height, enum cudaMemcpyKind kind, GRADER_AT);
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                              enum cudaMemcpyKind kind, GRADER_AT);
cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                enum cudaMemcpyKind kind, GRADER_AT);
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *copy, GRADER_AT);
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *made, const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *how, const struct cudaResourceViewDesc *view, GRADER_AT);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture, GRADER_AT);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *made, const struct cudaResourceDesc *resource, GRADER_AT);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface, GRADER_AT);
