#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define QUADS (TILE_WIDTH / 4)

// charge 4 valeurs consecutives d'une ligne ; complete par des zeros
__device__ float4 charge4(const float *m, int l, int c, int nl, int nc, bool vectoriel)
{
    float4 v = make_float4(0.f, 0.f, 0.f, 0.f);
    if (l >= nl) return v;
    const float *src = m + (size_t)l * nc + c;
    if (vectoriel && c + 3 < nc)
        return *reinterpret_cast<const float4 *>(src);
    if (c     < nc) v.x = src[0];
    if (c + 1 < nc) v.y = src[1];
    if (c + 2 < nc) v.z = src[2];
    if (c + 3 < nc) v.w = src[3];
    return v;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ __align__(16) float tuileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ __align__(16) float tuileB[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int tid = ty * TILE_WIDTH + tx;
    const int ligne0 = blockIdx.y * TILE_WIDTH;
    const int col0   = blockIdx.x * TILE_WIDTH;

    // un acces float4 demande que chaque ligne commence a un multiple de 16 octets
    const bool vecA = (K % 4 == 0);
    const bool vecB = (K % 4 == 0);

    float acc = 0.f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        // le premier quart des threads charge les deux tuiles
        if (tid < TILE_WIDTH * QUADS) {
            const int l = tid / QUADS;
            const int c = (tid % QUADS) * 4;
            *reinterpret_cast<float4 *>(&tuileA[l][c]) = charge4(A, ligne0 + l, k0 + c, M, K, vecA);
            *reinterpret_cast<float4 *>(&tuileB[l][c]) = charge4(B, k0 + l, col0 + c, K, N, vecB);
        }
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += tuileA[ty][k] * tuileB[k][tx];
        __syncthreads();
    }

    const int ligne = ligne0 + ty, colonne = col0 + tx;
    if (ligne < M && colonne < N)
        C[(size_t)ligne * N + colonne] = acc;
}
