#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef unsigned int uint_t;

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float b[TILE_WIDTH][TILE_WIDTH];

    const uint_t tx = threadIdx.x;
    const uint_t ty = threadIdx.y;
    const uint_t gx = blockIdx.x * blockDim.x + tx;
    const uint_t gy = blockIdx.y * blockDim.y + ty;
    const uint_t m = M, n = N, k = K;

    float value = 0.0f;
    for (uint_t done = 0; done < k; done += TILE_WIDTH) {
        a[ty][tx] = (gy < m && done + tx < k) ? A[gy * k + done + tx] : 0.0f;
        b[ty][tx] = (gx < n && done + ty < k) ? B[(done + ty) * n + gx] : 0.0f;
        __syncthreads();

        // the last tile may be only partly filled
        uint_t len = TILE_WIDTH;
        if (done + TILE_WIDTH - k > 0)
            len = k - done;
        for (uint_t i = 0; i < len; ++i)
            value += a[ty][i] * b[i][tx];
        __syncthreads();
    }

    if (gx < n && gy < m)
        C[gy * n + gx] = value;
}
