#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define TW TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tegelA[TW][TW];
    __shared__ float tegelB[TW][TW];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int rij   = blockIdx.y * TW + ty;
    const int kolom = blockIdx.x * TW + tx;

    // lopende wijzers naar het volgende element van deze thread
    const float *pa = A + rij * K + tx;
    const float *pb = B + ty * N + kolom;

    float totaal = 0.0f;

    for (int rest = K; rest > 0; rest -= TW) {
        tegelA[ty][tx] = (rij < M && tx < rest)   ? *pa : 0.0f;
        tegelB[ty][tx] = (kolom < N && ty < rest) ? *pb : 0.0f;
        __syncthreads();

        #pragma unroll
        for (int k = 0; k < TW; ++k)
            totaal += tegelA[ty][k] * tegelB[k][tx];
        __syncthreads();

        pa += TW;
        pb += TW * K;
    }

    if (rij < M && kolom < N)
        C[rij * N + kolom] = totaal;
}
