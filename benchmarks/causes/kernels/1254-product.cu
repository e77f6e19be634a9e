#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Teljes csempék őrfeltétel nélkül K irányban, a maradék külön.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ca[TILE_WIDTH][TILE_WIDTH];
    __shared__ float cb[TILE_WIDTH][TILE_WIDTH];

    int x = threadIdx.x, y = threadIdx.y;
    int sor = blockIdx.y * TILE_WIDTH + y;
    int oszlop = blockIdx.x * TILE_WIDTH + x;
    bool vanSor = sor < M, vanOszlop = oszlop < N;

    int teljes = K / TILE_WIDTH;
    int maradek = K % TILE_WIDTH;
    int eltolas = 0;
    float osszeg = 0.0f;

    for (int p = 0; p < teljes; ++p, eltolas += TILE_WIDTH) {
        __syncthreads();
        ca[y][x] = vanSor ? A[sor * K + eltolas + x] : 0.0f;
        cb[y][x] = vanOszlop ? B[(eltolas + y) * N + oszlop] : 0.0f;
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; ++i)
            osszeg += ca[y][i] * cb[i][x];
    }

    if (maradek > 0) {
        ca[y][x] = vanSor && x < maradek ? A[sor * K + eltolas + x] : 0.0f;
        cb[y][x] = vanOszlop && y < maradek ? B[(eltolas + y) * N + oszlop] : 0.0f;
        __syncthreads();
        for (int i = 0; i < maradek; ++i)
            osszeg += ca[y][i] * cb[i][x];
    }

    if (vanSor && vanOszlop)
        C[sor * N + oszlop] = osszeg;
}
