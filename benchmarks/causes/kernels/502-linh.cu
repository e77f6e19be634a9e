#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// lay mot phan tu cua ma tran, ngoai ma tran thi la 0
__device__ float layPhanTu(const float *m, int h, int c, int soHang, int soCot)
{
    if (h < soHang && c < soCot)
        return m[h * soCot + c];
    return 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    for (int p = 0; p < phases; ++p) {
        int k0 = p * TILE_WIDTH;
        As[ty][tx] = layPhanTu(A, row, k0 + tx, M, K);
        Bs[ty][tx] = layPhanTu(B, k0 + ty, col, N, K);
        __syncthreads();

        // cong tich cua pha nay
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
