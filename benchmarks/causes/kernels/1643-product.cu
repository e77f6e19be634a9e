#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
// position of element (i, j) in a row-major matrix with `width` columns
int at(int i, int j, int width)
{
    return i * width + j;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a_s[TILE_WIDTH * TILE_WIDTH];
    __shared__ float b_s[TILE_WIDTH * TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int i = blockIdx.y * blockDim.y + ty;
    int j = blockIdx.x * blockDim.x + tx;
    int here = at(ty, tx, TILE_WIDTH);

    float s = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        a_s[here] = (i < M && k0 + tx < K) ? A[at(i, k0 + tx, K)] : 0.0f;
        b_s[here] = (j < N && k0 + ty < K) ? B[at(k0 + ty, j, N)] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            s += a_s[at(ty, k, TILE_WIDTH)] * b_s[at(k, tx, TILE_WIDTH)];
        __syncthreads();
    }

    if (i < M && j < N)
        C[at(i, j, N)] = s;
}
