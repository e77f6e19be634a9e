#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// gyouretsu kara hitotsu yomu. hani no soto wa 0
static __device__ __forceinline__ float yomu(const float* __restrict__ g, int gyou, int retsu, int h, int w)
{
    return (gyou < h && retsu < w) ? g[(size_t)gyou * w + retsu] : 0.0f;
}

__global__ void matmul_tiled(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C,
                             int M, int K, int N)
{
    __shared__ float sA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sB[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int gyou  = blockIdx.y * TILE_WIDTH + ty;
    const int retsu = blockIdx.x * TILE_WIDTH + tx;
    const int dankai = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    // saisho no tairu wo rejisuta ni sakidori
    float tsugiA = yomu(A, gyou, tx, M, K);
    float tsugiB = yomu(B, ty, retsu, K, N);
    float goukei = 0.0f;

    for (int d = 0; d < dankai; d++) {
        sA[ty][tx] = tsugiA;
        sB[ty][tx] = tsugiB;
        __syncthreads();

        // keisan no aida ni tsugi no tairu wo yomu
        if (d + 1 < dankai) {
            const int k0 = d * TILE_WIDTH;
            tsugiA = yomu(A, gyou, k0 + tx, M, K);
            tsugiB = yomu(B, k0 + ty, retsu, K, N);
        }

        for (int k = 0; k < TILE_WIDTH; k++)
            goukei = fmaf(sA[ty][k], sB[k][tx], goukei);
        __syncthreads();
    }

    if (gyou < M && retsu < N)
        C[(size_t)gyou * N + retsu] = goukei;
}
