#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// موقعیت یک نخ
struct Makan {
    int satr, sotun;
    __device__ bool dakhel(int h, int w) const { return satr < h && sotun < w; }
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    Makan c;
    c.satr = blockIdx.y * TILE_WIDTH + ty;
    c.sotun = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int p = 0; p < K; p += TILE_WIDTH) {
        Makan a = {c.satr, p + tx};
        Makan b = {p + ty, c.sotun};
        As[ty][tx] = a.dakhel(M, K) ? A[a.satr * K + a.sotun] : 0.0f;
        Bs[ty][tx] = b.dakhel(K, N) ? B[b.satr * N + b.sotun] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (c.dakhel(M, N))
        C[c.satr * N + c.sotun] = sum;
}
