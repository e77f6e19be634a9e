// Texture objects on an array and on linear memory, filtered and normalised reads, cubemaps, and surfaces.
#include <cstdio>
#include <cuda_runtime.h>
#define CHECK(call) \
  do { \
    cudaError_t code = (call); \
    if (code) return printf("%s on line %d\n", cudaGetErrorString(code), __LINE__), 1; \
  } while (0)

__global__ void sample(cudaTextureObject_t t, float *out) { out[threadIdx.x] = tex2D<float>(t, threadIdx.x * 0.25f, 1.25f); }
__global__ void read(cudaTextureObject_t t, float4 *out) { out[threadIdx.x] = tex1Dfetch<float4>(t, threadIdx.x); }
__global__ void twice(cudaSurfaceObject_t in, cudaSurfaceObject_t out) {
  int x = threadIdx.x * sizeof(float), y = blockIdx.x;
  float v;
  surf2Dread(&v, in, x, y);
  surf2Dwrite(2 * v, out, x, y);
}
__global__ void look(cudaTextureObject_t t, const float3 *to, float *out) {
  int i = threadIdx.x;
  out[i] = texCubemap<float>(t, to[i].x, to[i].y, to[i].z);
}

// Six sides of 2 times 2 elements; a direction's length does not matter.
int cubemap() {
  float h[6][2][2], r[8];
  for (int side = 0; side < 6; side++)
    for (int i = 0; i < 4; i++) h[side][i / 2][i % 2] = 10 * side + i;
  float3 to[8] = {{2, 1, 1}, {-1, -0.5f, 0.5f}, {1.5f, 3, 1.5f}, {0.5f, -1, 0.5f}, {-0.5f, 0.5f, 1}, {0.5f, 0.5f, -1}, {1, 0, 0},
                  {1, 0.9f, 0.9f}};
  float right[8] = {0, 13, 23, 31, 40, 50, 1.5f, 0};
  cudaChannelFormatDesc one = cudaCreateChannelDesc<float>();
  cudaArray_t a;
  CHECK(cudaMalloc3DArray(&a, &one, make_cudaExtent(2, 2, 6), cudaArrayCubemap));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(h, 2 * sizeof(float), 2, 2), copy.dstArray = a;
  copy.extent = make_cudaExtent(2, 2, 6), copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&copy));
  cudaResourceDesc what = {};
  what.resType = cudaResourceTypeArray, what.res.array.array = a;
  cudaTextureDesc how = {};
  how.filterMode = cudaFilterModeLinear, how.normalizedCoords = 1;
  cudaTextureObject_t t;
  CHECK(cudaCreateTextureObject(&t, &what, &how, NULL));
  float3 *d_to;
  float *d;
  CHECK(cudaMalloc(&d_to, sizeof to));
  CHECK(cudaMalloc(&d, sizeof r));
  CHECK(cudaMemcpy(d_to, to, sizeof to, cudaMemcpyHostToDevice));
  look<<<1, 8>>>(t, d_to, d);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(r, d, sizeof r, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; i++)
    if (r[i] != right[i]) return printf("side of direction %d: %g\n", i, r[i]), 1;
  CHECK(cudaDestroyTextureObject(t));
  CHECK(cudaFree(d_to));
  CHECK(cudaFree(d));
  CHECK(cudaFreeArray(a));
  return 0;
}

int main() {
  if (cubemap()) return 1;
  float h[4][8], r[32];
  for (int y = 0; y < 4; y++)
    for (int x = 0; x < 8; x++) h[y][x] = 10 * y + x;
  cudaChannelFormatDesc one = cudaCreateChannelDesc<float>();
  cudaArray_t a, b;
  CHECK(cudaMallocArray(&a, &one, 8, 4));
  CHECK(cudaMallocArray(&b, &one, 8, 4, cudaArraySurfaceLoadStore));
  CHECK(cudaMemcpy2DToArray(a, 0, 0, h, 32, 32, 4, cudaMemcpyHostToDevice));
  cudaResourceDesc what = {};
  what.resType = cudaResourceTypeArray, what.res.array.array = a;
  cudaTextureDesc how = {};
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  how.filterMode = cudaFilterModeLinear, how.readMode = cudaReadModeElementType;
  cudaTextureObject_t t;
  CHECK(cudaCreateTextureObject(&t, &what, &how, NULL));
  float *d;
  CHECK(cudaMalloc(&d, sizeof r));
  sample<<<1, 32>>>(t, d);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(r, d, sizeof r, cudaMemcpyDeviceToHost));
  // Row 1.25 is three quarters of the way from the middle of row 0 to that of row 1.
  if (r[0] != 7.5f || r[5] != 8.25f || r[30] != 14.5f) return printf("%g %g %g\n", r[0], r[5], r[30]), 1;
  CHECK(cudaDestroyTextureObject(t));

  cudaSurfaceObject_t in, out;
  CHECK(cudaCreateSurfaceObject(&in, &what));
  what.res.array.array = b;
  CHECK(cudaCreateSurfaceObject(&out, &what));
  twice<<<4, 8>>>(in, out);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy2DFromArray(h, 32, b, 0, 0, 32, 4, cudaMemcpyDeviceToHost));
  if (h[3][7] != 74 || h[0][1] != 2) return printf("%g %g\n", h[3][7], h[0][1]), 1;
  CHECK(cudaDestroySurfaceObject(in));
  CHECK(cudaDestroySurfaceObject(out));

  uchar4 p[8], *dp;
  for (int i = 0; i < 8; i++) p[i] = make_uchar4(i, 255 - i, 51, 0);
  float4 q[8], *dq;
  CHECK(cudaMalloc(&dp, sizeof p));
  CHECK(cudaMalloc(&dq, sizeof q));
  CHECK(cudaMemcpy(dp, p, sizeof p, cudaMemcpyHostToDevice));
  cudaResourceDesc plain = {};
  plain.resType = cudaResourceTypeLinear, plain.res.linear.devPtr = dp, plain.res.linear.sizeInBytes = sizeof p;
  plain.res.linear.desc = cudaCreateChannelDesc<uchar4>();
  cudaTextureDesc parts = {};
  parts.readMode = cudaReadModeNormalizedFloat;
  CHECK(cudaCreateTextureObject(&t, &plain, &parts, NULL));
  read<<<1, 8>>>(t, dq);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(q, dq, sizeof q, cudaMemcpyDeviceToHost));
  if (q[0].y != 1 || q[0].z != 51 / 255.0f || q[5].x != 5 / 255.0f) return printf("%g %g\n", q[0].y, q[5].x), 1;
  CHECK(cudaDestroyTextureObject(t));
  CHECK(cudaFree(d));
  CHECK(cudaFree(dp));
  CHECK(cudaFree(dq));
  CHECK(cudaFreeArray(a));
  CHECK(cudaFreeArray(b));
  printf("right\n");
}
