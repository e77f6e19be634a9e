// Convolution with a __constant__ mask, on two-dimensional pitched memory.
#include <stdio.h>
#include <string.h>
#define R 1
#define W 33
#define H 17
__constant__ float mask[2 * R + 1][2 * R + 1];

__global__ void blur(const float *in, float *out, size_t pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= W || y >= H) return;
  float sum = 0;
  for (int j = -R; j <= R; j++)
    for (int i = -R; i <= R; i++)
      if (y + j >= 0 && y + j < H && x + i >= 0 && x + i < W)
        sum += mask[j + R][i + R] * *((const float *)((const char *)in + (y + j) * pitch) + x + i);
  *((float *)((char *)out + y * pitch) + x) = sum;
}

#define TRY(call) if ((call) != cudaSuccess) { printf("line %d: %s\n", __LINE__, cudaGetErrorName(cudaGetLastError())); return 2; }

int main() {
  static float in[H][W], out[H][W], m[3][3];
  for (int y = 0; y < H; y++) for (int x = 0; x < W; x++) in[y][x] = x + y;
  for (int i = 0; i < 9; i++) m[i / 3][i % 3] = i == 4;
  float *d_in, *d_out;
  size_t pitch, other;
  TRY(cudaMallocPitch(&d_in, &pitch, W * sizeof(float), H));
  TRY(cudaMallocPitch((void **)&d_out, &other, W * sizeof(float), H));
  TRY(cudaMemcpy2D(d_in, pitch, in, W * sizeof(float), W * sizeof(float), H, cudaMemcpyHostToDevice));
  TRY(cudaMemcpyToSymbol(mask, m, sizeof(m)));
  dim3 block(16, 16), grid((W + 15) / 16, (H + 15) / 16);
  blur<<<grid, block>>>(d_in, d_out, pitch);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy2D(out, W * sizeof(float), d_out, pitch, W * sizeof(float), H, cudaMemcpyDeviceToHost));
  puts(memcmp(in, out, sizeof(in)) == 0 ? "right" : "wrong");
  TRY(cudaFree(d_in));
  TRY(cudaFree(d_out));
  return 0;
}
