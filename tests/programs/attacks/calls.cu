//! sizes-that-overflow any
void *p = 0; size_t pitch; for (size_t bytes : {(size_t)-1, (size_t)1 << 63, (size_t)1 << 62, ((size_t)1 << 40) + 1, (size_t)7 << 30}) {
  HOLDS(cudaMalloc(&p, bytes) != 0); HOLDS(cudaMallocManaged(&p, bytes) != 0); HOLDS(cudaMallocHost(&p, bytes) != 0); HOLDS(cudaHostAlloc(&p, bytes, 0) != 0);
  HOLDS(cudaMallocPitch(&p, &pitch, bytes, bytes) != 0); HOLDS(cudaMallocPitch(&p, &pitch, bytes, 1) != 0); HOLDS(cudaMallocPitch(&p, &pitch, 1, bytes) != 0); }
//! three-dimensions-that-overflow any
cudaPitchedPtr p; HOLDS(cudaMalloc3D(&p, make_cudaExtent((size_t)1 << 32, (size_t)1 << 31, (size_t)1 << 31)) != 0 || 1);
cudaArray_t a; cudaChannelFormatDesc c = cudaCreateChannelDesc<float4>(); cudaMallocArray(&a, &c, (size_t)1 << 61, (size_t)1 << 61); cudaMalloc3DArray(&a, &c, make_cudaExtent((size_t)-1, (size_t)-1, (size_t)-1)); printf("held: answered\n");
//! copies-that-overflow any
int *x = begun(), h[256]; for (size_t bytes : {(size_t)-1, (size_t)1 << 63, ((size_t)1 << 63) - 1, (size_t)1 << 40, (size_t)1025}) { HOLDS(cudaMemcpy(x, h, bytes, cudaMemcpyHostToDevice) != 0); HOLDS(cudaMemcpy(h, x, bytes, cudaMemcpyDeviceToHost) != 0); HOLDS(cudaMemcpyAsync(h, x, bytes, cudaMemcpyDeviceToHost) != 0); HOLDS(cudaMemset(x, 0, bytes) != 0); }
//! directions-nobody-knows any
int *x = begun(), h[256]; for (int kind : {-1, 5, 99, INT32_MAX, INT32_MIN}) HOLDS(cudaMemcpy(x, h, 4, (cudaMemcpyKind)kind) != 0);
//! pitches-that-overflow any
int *x = begun(), h[256]; for (size_t pitch : {(size_t)0, (size_t)1, (size_t)-1, (size_t)-64, (size_t)1 << 62, (size_t)1 << 32}) for (size_t rows : {(size_t)2, (size_t)1 << 31, (size_t)1 << 62, (size_t)-1}) {
  HOLDS(cudaMemcpy2D(x, pitch, h, 16, 16, rows, cudaMemcpyHostToDevice) != 0); HOLDS(cudaMemcpy2D(h, 16, x, pitch, 16, rows, cudaMemcpyDeviceToHost) != 0);
  HOLDS(cudaMemcpy2D(x, pitch, x, pitch, 16, rows, cudaMemcpyDeviceToDevice) != 0); HOLDS(cudaMemset2D(x, pitch, 0, 16, rows) != 0); }
//! rows-without-end-of-no-pitch any
int *x = begun(); HOLDS(cudaMemset2D(x, 0, 1, 4, (size_t)1 << 40) != 0); HOLDS(cudaMemcpy2D(x, 0, x + 16, 0, 4, (size_t)1 << 40, cudaMemcpyDeviceToDevice) != 0);
//! symbols-beyond-their-ends any
__device__ int v[4]; __global__ void use() { v[threadIdx.x] = 1; }
int main() { int h[64]; use<<<1, 4>>>(); for (long at : {-1L, -16L, 16L, 13L, LONG_MAX, LONG_MIN}) { HOLDS(cudaMemcpyToSymbol(v, h, 16, at) != 0); HOLDS(cudaMemcpyFromSymbol(h, v, 16, at) != 0); } HOLDS(cudaMemcpyToSymbol(v, h, (size_t)-1) != 0); void *p; HOLDS(cudaGetSymbolAddress(&p, (const void *)h) != 0); size_t s; HOLDS(cudaGetSymbolSize(&s, (const void *)main) != 0); }
//! pointers-into-other-arrays
int *a = begun(), *b = begun(), h[256]; (void)b; HOLDS(cudaMemcpy(a + ((long)b - (long)a) / 4 + 200, h, 1024, cudaMemcpyHostToDevice) != 0); 
//! a-kernel-reads-beyond-its-array wrong-call
int *a = begun(), *b = begun(); fill<<<4, 256>>>(a, 1024); cudaDeviceSynchronize(); fill<<<1, 1>>>(a + (1 << 20), 1); cudaDeviceSynchronize(); printf("held: answered\n"); (void)b;
//! a-kernel-writes-at-addresses-of-the-host any
__global__ void poke(long *at) { *at = 42; }
int main() { long secret = 1; int *x = begun(); for (long at : {(long)&secret, 0L, 8L, -8L, 0x400000L, 0x7fffffffe000L, (long)main, 1L << 36, 1L << 44, (long)x + (1L << 31)}) { poke<<<1, 1>>>((long *)at); cudaDeviceSynchronize(); cudaGetLastError(); } HOLDS(secret == 1); }
//! a-kernel-reads-the-servers-memory any
__global__ void peek(long *at, long *out) { *out = *at; }
int main() { long *out, h = 7; cudaMalloc(&out, 8); for (long at = 0x550000000000; at < 0x550000100000; at += 0x10000) { peek<<<1, 1>>>((long *)at, out); if (cudaDeviceSynchronize()) break; } HOLDS(cudaMemcpy(&h, out, 8, cudaMemcpyDeviceToHost) != 0 || h == 7 || h == 0); }
//! kernels-with-pointers-of-shared-memory any
__global__ void odd(char *p) { __shared__ int s[4]; ((volatile char *)s)[(long)p] = 1; ((volatile char *)s)[-(long)p] = 1; char local[4]; ((volatile char *)local)[(long)p] = 1; }
int main() { for (long at : {1L << 20, 1L << 32, 1L << 62, -4096L, (1L << 63) - 1}) { odd<<<1, 1>>>((char *)at); cudaDeviceSynchronize(); } printf("held: answered\n"); }
//! handles-that-were-forged any
int *x = begun(); for (long handle : {3L, 0x10L, 0x20L, -1L, 0x7fffffffffffL, (long)x}) { cudaStream_t s = (cudaStream_t)handle; cudaEvent_t e = (cudaEvent_t)handle; float ms;
  HOLDS(cudaStreamSynchronize(s) != 0); HOLDS(cudaStreamDestroy(s) != 0); HOLDS(cudaEventRecord(e) != 0); HOLDS(cudaEventSynchronize(e) != 0); HOLDS(cudaEventDestroy(e) != 0); HOLDS(cudaEventElapsedTime(&ms, e, e) != 0); HOLDS(cudaStreamWaitEvent(s, e, 0) != 0); fill<<<1, 1, 0, s>>>(x, 1); HOLDS(cudaGetLastError() != 0); }
//! streams-that-are-gone any
int *x = begun(); cudaStream_t s; cudaStreamCreate(&s); cudaStreamDestroy(s); HOLDS(cudaStreamDestroy(s) != 0); HOLDS(cudaStreamSynchronize(s) != 0); HOLDS(cudaMemsetAsync(x, 0, 4, s) != 0); fill<<<1, 1, 0, s>>>(x, 1); HOLDS(cudaGetLastError() != 0);
//! events-that-are-gone any
cudaEvent_t e; cudaEventCreate(&e); cudaEventDestroy(e); HOLDS(cudaEventRecord(e) != 0); HOLDS(cudaEventDestroy(e) != 0); float ms; HOLDS(cudaEventElapsedTime(&ms, e, e) != 0);
//! default-streams-destroyed
HOLDS(cudaStreamDestroy(0) != 0); HOLDS(cudaStreamDestroy(cudaStreamLegacy) != 0); HOLDS(cudaStreamDestroy(cudaStreamPerThread) != 0); int *x = begun(); HOLDS(cudaFree(x) == 0);
//! freed-twice-and-in-the-middle any
int *x = begun(); HOLDS(cudaFree(x + 1) != 0); HOLDS(cudaFree(x) == 0); HOLDS(cudaFree(x) != 0); HOLDS(cudaFreeHost(x) != 0); HOLDS(cudaFree((void *)main_address()) != 0); HOLDS(cudaFreeHost(&x) != 0);
//! launches-no-gpu-makes any
int *x = begun(); dim3 sizes[] = {dim3(0), dim3(1, 0), dim3(-1, -1, -1), dim3(1025), dim3(1, 1025), dim3(1, 1, 65), dim3(32, 32, 2)};
for (dim3 block : sizes) { fill<<<1, block>>>(x, 1); HOLDS(cudaGetLastError() != 0); } fill<<<dim3(1, 65536), 1>>>(x, 1); HOLDS(cudaGetLastError() != 0); fill<<<dim3(0x80000000u), 1>>>(x, 1); HOLDS(cudaGetLastError() != 0); fill<<<1, 1, (size_t)-1>>>(x, 1); HOLDS(cudaGetLastError() != 0); fill<<<1, 1, 1 << 20>>>(x, 1); HOLDS(cudaGetLastError() != 0);
//! the-largest-grid refused
int *x = begun(); fill<<<0x7fffffff, 1024>>>(x, 1); cudaDeviceSynchronize();
//! launches-without-end timeout
int *x = begun(); printf("held: it ends\n"); fflush(stdout); for (long n = 0; n < 1000000000; n++) fill<<<1, 32>>>(x, 32);
//! a-kernel-without-end timeout
__global__ void spin(volatile int *x) { while (*x >= 0) {} }
int main() { int *x = begun(); spin<<<1, 1>>>(x); HOLDS(cudaDeviceSynchronize() != 0); }
//! a-kernel-that-calls-itself any
__global__ void deep(int *x, int n); __device__ __noinline__ int down(int n) { volatile int kept[64]; kept[n & 63] = n; return n <= 0 ? 0 : down(n - 1) + kept[n & 63]; }
__global__ void deep(int *x, int n) { *x = down(n); } int main() { int *x; cudaMalloc(&x, 4); deep<<<1, 1>>>(x, 100000000); cudaDeviceSynchronize(); printf("held: answered\n"); }
//! local-arrays-of-many-gigabytes any
__global__ void big(int *x) { int kept[1 << 16]; for (int n = 0; n < 1 << 16; n++) kept[n] = x[n & 3] + n; *x = kept[x[0] & 65535]; }
int main() { int *x = begun(); big<<<65535, 1024>>>(x); cudaDeviceSynchronize(); printf("held: answered\n"); }
//! memory-of-the-device-until-none-is-left any
void *p; int made = 0; while (made < 150 && !cudaMalloc(&p, 1 << 28)) { cudaMemset(p, 1, 1 << 28); made++; } HOLDS(made < 40);
//! managed-memory-that-moves any
char *p; int made = 0; for (size_t size = 1 << 20; made < 40; made++, size += 90 << 20) { if (cudaMallocManaged(&p, size)) break; p[size - 1] = 1; cudaFree(p); } printf("held: %d\n", made);
//! printf-of-a-kernel-with-escapes
__global__ void say() { printf("\033[2J\033]0;owned\007 held: escapes\n%s%n\n", (char *)0, (int *)0); } int main() { say<<<1, 1>>>(); cudaDeviceSynchronize(); cudaGetLastError(); printf("held: printed\n"); }
//! printf-of-a-kernel-without-end any
__global__ void say() { for (int n = 0; n < 1000; n++) printf("%d %s\n", n, "0123456789012345678901234567890123456789012345678901234567890123456789"); } int main() { for (int n = 0; n < 20; n++) say<<<64, 256>>>(); cudaDeviceSynchronize(); printf("\nheld: printed\n"); }
//! malloc-in-kernels any
__global__ void take() { for (int n = 0; n < 10000; n++) { char *p = (char *)malloc(1 << 20); if (p) p[n] = 1; } } int main() { take<<<64, 256>>>(); cudaDeviceSynchronize(); printf("held: answered\n"); }
//! assembly-in-kernels any
__global__ void odd(int *x) { int v; asm volatile("mov.u32 %0, %%clock; \n\t st.global.u32 [%1], %0; \n\t ld.const.u32 %0, [%1+4096]; \n\t st.local.u32 [%1], %0; \n\t trap;" : "=r"(v) : "l"(x)); } int main() { int *x = begun(); odd<<<1, 1>>>(x); cudaDeviceSynchronize(); printf("held: answered\n"); }
//! assembly-that-the-emulator-does-not-know any
__global__ void odd(int *x) { asm volatile("nanosleep.u32 4000000000; \n\t brkpt; \n\t exit;"); } int main() { int *x = begun(); odd<<<1, 1>>>(x); cudaDeviceSynchronize(); printf("held: answered\n"); }
//! null-pointers-for-results wrong-memory
cudaMalloc((void **)0, 4); printf("BROKEN: it goes on\n");
//! graphs-of-nothing any
cudaGraph_t g; cudaGraphExec_t e; HOLDS(cudaGraphCreate(&g, 0) == 0); cudaGraphNode_t n; cudaMemcpy3DParms p = {}; cudaGraphAddMemcpyNode(&n, g, 0, 0, &p); cudaGraphInstantiate(&e, g, 0); cudaGraphLaunch(e, (cudaStream_t)77); cudaGraphExecDestroy(e); cudaGraphDestroy(g); printf("held: answered\n");
//! textures-that-were-forged any
__global__ void look(cudaTextureObject_t t, float *out) { *out = tex2D<float>(t, 1e30f, -1e30f) + tex1Dfetch<float>(t, 1 << 30); } int main() { float *out; cudaMalloc(&out, 4096); cudaMemset(out, 0xff, 4096); for (long t : {(long)out, 0L, -1L, (long)&out, 1L << 37}) { look<<<1, 1>>>((cudaTextureObject_t)t, out); cudaDeviceSynchronize(); } printf("held: answered\n"); }
//! host-functions-inside-host-functions any
cudaStream_t s; cudaStreamCreate(&s); static int depth; static cudaStream_t stream = s; static cudaHostFn_t again = [](void *) { if (depth++ < 200) cudaLaunchHostFunc(stream, again, 0); }; cudaLaunchHostFunc(s, again, 0); cudaStreamSynchronize(s); printf("held: answered\n");
//! attributes-of-anything any
cudaFuncAttributes a; int v; for (const void *p : {(const void *)0, (const void *)main_address(), (const void *)&v}) { HOLDS(cudaFuncGetAttributes(&a, p) != 0); cudaFuncSetAttribute(p, cudaFuncAttributeMaxDynamicSharedMemorySize, INT_MAX); } cudaDeviceGetAttribute(&v, (cudaDeviceAttr)-1, 0); cudaDeviceGetAttribute(&v, (cudaDeviceAttr)5, 99); cudaSetDevice(-1); cudaSetDevice(7); cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, fill, -5, (size_t)-1); cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, fill, 0, 0); printf("held: answered\n");
//! pinned-memory-of-the-host-registered any
cudaHostRegister((void *)4096, (size_t)-1, 0); void *p; HOLDS(cudaHostGetDevicePointer(&p, &p, 0) != 0); HOLDS(cudaHostUnregister(0) == 0);
