#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Laeser {
    const float *p;   // aktuelt element
    int skridt;       // afstand til den naeste flise

    __device__ float tag(bool inde) const { return inde ? *p : 0.0f; }
    __device__ void videre() const { p += skridt; }
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float fliseA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float fliseB[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int raekke = blockIdx.y * TILE_WIDTH + ty;
    const int soejle = blockIdx.x * TILE_WIDTH + tx;

    Laeser la = { A + raekke * K + tx, TILE_WIDTH };
    Laeser lb = { B + ty * N + soejle, TILE_WIDTH * N };

    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        fliseA[ty][tx] = la.tag(raekke < M && k0 + tx < K);
        fliseB[ty][tx] = lb.tag(k0 + ty < K && soejle < N);
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += fliseA[ty][k] * fliseB[k][tx];
        __syncthreads();

        la.videre();
        lb.videre();
    }

    if (raekke < M && soejle < N)
        C[raekke * N + soejle] = sum;
}
