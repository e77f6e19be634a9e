#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Hele fliser foerst, saa resten af K for sig selv
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float fliseA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float fliseB[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int raekke = blockIdx.y * TILE_WIDTH + ty;
    const int soejle = blockIdx.x * TILE_WIDTH + tx;

    const int hele = K / TILE_WIDTH;
    const int rest = K % TILE_WIDTH;
    float sum = 0.0f;

    for (int f = 0; f < hele; f++) {
        fliseA[ty][tx] = 0.0f;
        fliseB[ty][tx] = 0.0f;
        if (raekke < M)
            fliseA[ty][tx] = A[raekke * K + f * TILE_WIDTH + tx];
        if (soejle < N) {
            fliseB[ty][tx] = B[(f * TILE_WIDTH + ty) * N + soejle];
            __syncthreads();
        }
        for (int k = 0; k < TILE_WIDTH; k++)
            sum += fliseA[ty][k] * fliseB[k][tx];
        __syncthreads();
    }

    if (rest > 0) {
        float sum = 0.0f;
        const int k0 = hele * TILE_WIDTH;
        if (tx < rest)
            fliseA[ty][tx] = raekke < M ? A[raekke * K + k0 + tx] : 0.0f;
        if (ty < rest)
            fliseB[ty][tx] = soejle < N ? B[(k0 + ty) * N + soejle] : 0.0f;
        __syncthreads();
        for (int k = 0; k < rest; k++)
            sum += fliseA[ty][k] * fliseB[k][tx];
    }

    if (raekke < M && soejle < N)
        C[raekke * N + soejle] = sum;
}
