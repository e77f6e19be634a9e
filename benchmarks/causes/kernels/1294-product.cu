#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// gyouretsu no seki (tile ban), ichijigen no kyouyuu memori
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[TILE_WIDTH * TILE_WIDTH];
    __shared__ float tb[TILE_WIDTH * TILE_WIDTH];

    const int ban = threadIdx.y * blockDim.x + threadIdx.x;
    const int yoko = ban & (TILE_WIDTH - 1);
    const int tate = ban >> 4;

    const int gyou = blockIdx.y * TILE_WIDTH + tate;
    const int retsu = blockIdx.x * TILE_WIDTH + yoko;

    float goukei = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        const int p = tate * TILE_WIDTH + yoko;
        ta[p] = (gyou < M && k0 + yoko < K) ? A[gyou * K + k0 + yoko] : 0.0f;
        tb[p] = (k0 + tate < K && retsu < N) ? B[(k0 + tate) * N + retsu] : 0.0f;
        __syncthreads();

        const float *u = ta + tate * TILE_WIDTH;
        const float *v = tb + yoko;
        for (int k = 0; k < TILE_WIDTH; ++k, ++u, v += TILE_WIDTH)
            goukei += *u * *v;
        __syncthreads();
    }

    if (gyou < M && retsu < N)
        C[gyou * N + retsu] = goukei;
}
