/* Complex magnitude in slices; one device buffer serves all slices. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>

#define SLICES 5
#define LEN    256

#define E(x) do { cudaError_t r = (x); if (r) { printf("%d: %s\n", __LINE__, cudaGetErrorString(r)); return 1; } } while (0)

__global__ void magnitude(const float2 *z, float *m, int n)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) m[i] = sqrtf(z[i].x * z[i].x + z[i].y * z[i].y);
}

int main(void)
{
    float2 *z, *d_z;
    float *m, *d_m;
    int s, i, bad = 0;

    E(cudaMallocHost((void **)&z, SLICES * LEN * sizeof(float2)));
    E(cudaMallocHost((void **)&m, SLICES * LEN * sizeof(float)));
    for (i = 0; i < SLICES * LEN; i++) {
        z[i].x = 3.0f * (float)(i + 1);
        z[i].y = 4.0f * (float)(i + 1);
        m[i] = 0.0f;
    }
    E(cudaMalloc((void **)&d_z, LEN * sizeof(float2)));
    E(cudaMalloc((void **)&d_m, LEN * sizeof(float)));

    for (s = 0; s < SLICES; s++) {
        E(cudaMemcpyAsync(d_z, z + s * LEN, LEN * sizeof(float2), cudaMemcpyHostToDevice, 0));
        magnitude<<<LEN / 64, 64>>>(d_z, d_m, LEN);
        E(cudaGetLastError());
        E(cudaMemcpyAsync(m + s, d_m, LEN * sizeof(float), cudaMemcpyDeviceToHost, 0));  //! not-copied-back right: E(cudaMemcpyAsync(m + s * LEN, d_m, LEN * sizeof(float), cudaMemcpyDeviceToHost, 0));
    }
    E(cudaDeviceSynchronize());

    for (i = 0; i < SLICES * LEN; i++)
        if (fabsf(m[i] - 5.0f * (float)(i + 1)) > 0.01f) bad++;
    printf(bad ? "%d magnitudes are wrong\n" : "all right (%d)\n", bad);

    E(cudaFree(d_z));
    E(cudaFree(d_m));
    E(cudaFreeHost(z));
    E(cudaFreeHost(m));
    return bad ? 1 : 0;
}
