#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float b[TILE_WIDTH][TILE_WIDTH];

    unsigned tx = threadIdx.x, ty = threadIdx.y;
    int y = blockIdx.y * blockDim.y + ty;
    int x = blockIdx.x * blockDim.x + tx;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;

    int todo = K;
    int pos = 0;
    do {
        a[ty][tx] = 0;
        b[ty][tx] = 0;
        if (y < M && (int)tx < todo)
            a[ty][tx] = A[y * K + pos + tx];
        if (x < N && (int)ty < todo)
            b[ty][tx] = B[(pos + ty) * N + x];
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k += 4) {
            s0 += a[ty][k] * b[k][tx];
            s1 += a[ty][k + 1] * b[k + 1][tx];
            s2 += a[ty][k + 2] * b[k + 2][tx];
            s3 += a[ty][k + 3] * b[k + 2][tx];
        }
        __syncthreads();
        pos += TILE_WIDTH;
        todo -= TILE_WIDTH;
    } while (todo > 0);

    if (y < M && x < N)
        C[y * N + x] = (s0 + s1) + (s2 + s3);
}
