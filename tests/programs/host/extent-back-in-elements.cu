#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>

/* A small volume in pitched 3-D memory: every layer is mirrored. */
#define VX 20
#define VY 12
#define VZ 5

#define CUDA(call) do { cudaError_t err__ = cuda##call; \
    if (err__ != cudaSuccess) { printf("cuda" #call ": %s\n", cudaGetErrorString(err__)); exit(1); } } while (0)

__global__ void mirror(cudaPitchedPtr vol, int nx, int ny, int nz)
{
    int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
    if (x >= nx / 2 || y >= ny || z >= nz) return;
    char *slice = (char *)vol.ptr + (size_t)z * vol.pitch * ny;
    float *row = (float *)(slice + y * vol.pitch);
    float t = row[x];
    row[x] = row[nx - 1 - x];
    row[nx - 1 - x] = t;
}

int main(void)
{
    static float h[VZ][VY][VX], r[VZ][VY][VX];
    for (int z = 0; z < VZ; z++)
        for (int y = 0; y < VY; y++)
            for (int x = 0; x < VX; x++) h[z][y][x] = (float)(1 + x + 100 * y + 10000 * z);

    cudaExtent size = make_cudaExtent(VX * sizeof(float), VY, VZ);
    cudaPitchedPtr d_vol;
    CUDA(Malloc3D(&d_vol, size));

    cudaMemcpy3DParms up;
    memset(&up, 0, sizeof(up));
    up.srcPtr = make_cudaPitchedPtr(h, VX * sizeof(float), VX, VY);
    up.dstPtr = d_vol;
    up.extent = size;
    up.kind = cudaMemcpyHostToDevice;
    CUDA(Memcpy3D(&up));

    mirror<<<dim3(VY, VZ), 32>>>(d_vol, VX, VY, VZ);
    CUDA(GetLastError());

    cudaMemcpy3DParms down;
    memset(&down, 0, sizeof(down));
    down.srcPtr = d_vol;
    down.dstPtr = make_cudaPitchedPtr(r, VX * sizeof(float), VX, VY);
    down.extent = make_cudaExtent(VX, VY, VZ);  //! wrong-copy right: down.extent = make_cudaExtent(VX * sizeof(float), VY, VZ);
    down.kind = cudaMemcpyDeviceToHost;
    CUDA(Memcpy3D(&down));

    int bad = 0;
    for (int z = 0; z < VZ; z++)
        for (int y = 0; y < VY; y++)
            for (int x = 0; x < VX; x++) bad += r[z][y][x] != h[z][y][VX - 1 - x];
    printf("%d voxels are wrong\n", bad);
    CUDA(Free(d_vol.ptr));
    return bad != 0;
}
