#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int B_>
struct Tegel
{
    float v[B_][B_];
    __device__ float &operator()(int r, int k) { return v[r][k]; }
};

template <int BREEDTE>
__device__ void vermenigvuldig(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tegel<BREEDTE> ta;
    __shared__ Tegel<BREEDTE> tb;

    const auto tx = (int)threadIdx.x;
    const auto ty = (int)threadIdx.y;
    const auto rij = (int)blockIdx.y * BREEDTE + ty;
    const auto kolom = (int)blockIdx.x * BREEDTE + tx;
    const auto stappen = (K + BREEDTE - 1) / BREEDTE;

    auto som = 0;
    for (auto s = 0; s < stappen; ++s)
    {
        const auto ka = s * BREEDTE + tx;
        const auto kb = s * BREEDTE + ty;
        ta(ty, tx) = rij < M && ka < K ? A[rij * K + ka] : 0.0f;
        tb(ty, tx) = kb < K && kolom < N ? B[kb * N + kolom] : 0.0f;
        __syncthreads();

#pragma unroll
        for (auto k = 0; k < BREEDTE; ++k)
            som += ta(ty, k) * tb(k, tx);
        __syncthreads();
    }

    if (rij < M && kolom < N)
        C[rij * N + kolom] = som;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    vermenigvuldig<TILE_WIDTH>(A, B, C, M, K, N);
}
