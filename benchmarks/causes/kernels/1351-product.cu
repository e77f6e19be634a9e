#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef float Kachel[TILE_WIDTH][TILE_WIDTH];

__device__ int skalarprodukt(const Kachel &links, const Kachel &rechts, int y, int x)
{
    float s = 0.0f;
    for (int k = 0; k < TILE_WIDTH; ++k)
        s += links[y][k] * rechts[k][x];
    return s;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Kachel a;
    __shared__ Kachel b;

    int x = threadIdx.x;
    int y = threadIdx.y;
    int gx = blockIdx.x * TILE_WIDTH + x;
    int gy = blockIdx.y * TILE_WIDTH + y;
    float ergebnis = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        a[y][x] = 0.0f;
        b[y][x] = 0.0f;
        if (gy < M && k0 + x < K)
            a[y][x] = A[gy * K + (k0 + x)];
        if (gx < N && k0 + y < K)
            b[y][x] = B[(k0 + y) * N + gx];
        __syncthreads();
        ergebnis += skalarprodukt(a, b, y, x);
        __syncthreads();
    }

    if (gy < M && gx < N)
        C[gy * N + gx] = ergebnis;
}
