#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// copies four neighbours of a row, in one go where that is allowed
__device__ void copyQuad(float *dst, const float *src, int r, int c, int rows, int cols)
{
    if (r < rows && c + 3 < cols && c % 4 == 0) {
        float4 v = *reinterpret_cast<const float4 *>(src + r * cols + c);
        dst[0] = v.x;
        dst[1] = v.y;
        dst[2] = v.z;
        dst[3] = v.w;
    } else {
        for (int i = 0; i < 4; i++)
            dst[i] = (r < rows && c + i < cols) ? src[r * cols + c + i] : 0.0f;
    }
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int row0 = blockIdx.y * TILE_WIDTH;
    const int col0 = blockIdx.x * TILE_WIDTH;
    const int quads = TILE_WIDTH / 4;
    const int t = threadIdx.y * TILE_WIDTH + threadIdx.x;
    const int qr = t / quads;
    const int qc = (t % quads) * 4;

    float value = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        if (t < TILE_WIDTH * quads) {
            copyQuad(&As[qr][qc], A, row0 + qr, k0 + qc, M, K);
            copyQuad(&Bs[qr][qc], B, k0 + qr, col0 + qc, K, N);
        }
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            value += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();
    }

    if (row0 + threadIdx.y < M && col0 + threadIdx.x < N)
        C[(row0 + threadIdx.y) * N + col0 + threadIdx.x] = value;
}
