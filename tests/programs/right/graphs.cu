// Graphs: captured from two streams that events join, with a host function, and put together by hand.
#include <cstdio>
#include <vector>
#define CHECK(call) \
  do { \
    cudaError_t code = (call); \
    if (code) return printf("%s on line %d\n", cudaGetErrorString(code), __LINE__), 1; \
  } while (0)

__global__ void add(int *x, int v) { x[threadIdx.x] += v; }
__global__ void twice(int *x) { x[threadIdx.x] *= 2; }
void count(void *calls) { ++*(int *)calls; }

int main() {
  int *d, h[32], calls = 0;
  for (int i = 0; i < 32; i++) h[i] = i;
  CHECK(cudaMalloc(&d, sizeof h));
  cudaStream_t s, beside;
  CHECK(cudaStreamCreate(&s));
  CHECK(cudaStreamCreate(&beside));
  cudaEvent_t fork, meet;
  CHECK(cudaEventCreate(&fork));
  CHECK(cudaEventCreate(&meet));

  cudaGraph_t captured;
  cudaGraphExec_t run;
  CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  CHECK(cudaMemcpyAsync(d, h, sizeof h, cudaMemcpyHostToDevice, s));
  add<<<1, 32, 0, s>>>(d, 5);
  CHECK(cudaEventRecord(fork, s));
  CHECK(cudaStreamWaitEvent(beside, fork, 0));
  twice<<<1, 32, 0, beside>>>(d);
  CHECK(cudaEventRecord(meet, beside));
  CHECK(cudaStreamWaitEvent(s, meet, 0));
  CHECK(cudaLaunchHostFunc(s, count, &calls));
  CHECK(cudaMemcpyAsync(h, d, sizeof h, cudaMemcpyDeviceToHost, s));
  CHECK(cudaStreamEndCapture(s, &captured));
  size_t nodes = 0;
  CHECK(cudaGraphGetNodes(captured, NULL, &nodes));
  if (nodes != 5 || calls || h[3] != 3) return printf("a capture runs nothing\n"), 1;
  CHECK(cudaGraphInstantiate(&run, captured, NULL, NULL, 0));
  for (int n = 0; n < 2; n++) CHECK(cudaGraphLaunch(run, s));
  CHECK(cudaStreamSynchronize(s));
  if (calls != 2 || h[3] != ((3 + 5) * 2 + 5) * 2) return printf("%d %d\n", calls, h[3]), 1;

  cudaGraph_t made;
  CHECK(cudaGraphCreate(&made, 0));
  cudaGraphNode_t added, cleared, copied;
  int v = 9;
  void *arguments[] = {&d, &v};
  cudaKernelNodeParams kernel = {};
  kernel.func = (void *)add, kernel.gridDim = dim3(1), kernel.blockDim = dim3(32), kernel.kernelParams = arguments;
  cudaMemsetParams zero = {};
  zero.dst = d, zero.elementSize = 4, zero.width = 32, zero.height = 1;
  CHECK(cudaGraphAddKernelNode(&added, made, NULL, 0, &kernel));
  CHECK(cudaGraphAddMemsetNode(&cleared, made, NULL, 0, &zero));
  CHECK(cudaGraphAddDependencies(made, &cleared, &added, 1));
  std::vector<cudaGraphNode_t> before{added};
  CHECK(cudaGraphAddMemcpyNode1D(&copied, made, before.data(), before.size(), h, d, sizeof h, cudaMemcpyDeviceToHost));
  cudaGraphExec_t again;
  CHECK(cudaGraphInstantiate(&again, made, 0));
  v = 100;  // a node keeps the arguments that it was given
  CHECK(cudaGraphLaunch(again, s));
  CHECK(cudaStreamSynchronize(s));
  if (h[31] != 9) return printf("%d\n", h[31]), 1;
  cudaGraphExecUpdateResultInfo told;
  cudaGraphExecUpdateResult result = cudaGraphExecUpdateError;
  CHECK(cudaGraphExecUpdate(again, made, &told));
  CHECK(cudaGraphExecUpdate(again, made, NULL, &result));  // as before CUDA 12
  if (told.result || result) return printf("updated: %d, %d\n", told.result, result), 1;

  CHECK(cudaGraphExecDestroy(run));
  CHECK(cudaGraphExecDestroy(again));
  CHECK(cudaGraphDestroy(captured));
  CHECK(cudaGraphDestroy(made));
  CHECK(cudaStreamDestroy(s));
  CHECK(cudaStreamDestroy(beside));
  CHECK(cudaEventDestroy(fork));
  CHECK(cudaEventDestroy(meet));
  CHECK(cudaFree(d));
  printf("right\n");
}
