#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Kafelek {
    float dane[TILE_WIDTH][TILE_WIDTH + 1];

    __device__ void zapisz(float v) {
        dane[threadIdx.y][threadIdx.x] = v;
    }
}

struct Macierz {
    const float *p;
    int wiersze, kolumny;

    __device__ float wez(int w, int k) const {
        return (w < wiersze && k < kolumny) ? p[w * kolumny + k] : 0.0f;
    }
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Kafelek ka, kb;

    Macierz a = {A, M, K};
    Macierz b = {B, K, N};

    int wiersz = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int kolumna = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float suma = 0.0f;

    for (int s = 0; s < K; s += TILE_WIDTH) {
        ka.zapisz(a.wez(wiersz, s + threadIdx.x));
        kb.zapisz(b.wez(s + threadIdx.y, kolumna));
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; i++)
            suma += ka.dane[threadIdx.y][i] * kb.dane[i][threadIdx.x];
        __syncthreads();
    }

    if (wiersz < M && kolumna < N)
        C[wiersz * N + kolumna] = suma;
}
