#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float laattaA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float laattaB[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int rivi = blockIdx.y * TILE_WIDTH + ty;
    const int sarake = blockIdx.x * TILE_WIDTH + tx;

    const int taydet = K / TILE_WIDTH;      // kokonaiset laatat
    const int loput  = K % TILE_WIDTH;      // vajaa laatta
    float summa = 0.0f;

    // kokonaiset laatat: K:ta ei tarvitse tarkistaa
    for (int v = 0; v < taydet; ++v) {
        const int k0 = v * TILE_WIDTH;
        laattaA[ty][tx] = rivi < M ? A[rivi * K + k0 + tx] : 0.0f;
        laattaB[ty][tx] = sarake < N ? B[(k0 + ty) * N + sarake] : 0.0f;
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; ++i)
            summa += laattaA[ty][i] * laattaB[i][tx];
    }

    // vajaa laatta
    if (loput > 0) {
        const int k0 = taydet * TILE_WIDTH;
        if (tx < loput)
            laattaA[ty][tx] = rivi < M ? A[rivi * K + k0 + tx] : 0.0f;
        if (ty < loput)
            laattaB[ty][tx] = sarake < N ? B[(k0 + ty) * N + sarake] : 0.0f;
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; ++i)
            summa += laattaA[ty][i] * laattaB[i][tx];
    }

    if (rivi < M && sarake < N)
        C[rivi * N + sarake] = summa;
}
