#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Matrice {
    const float *date;
    int linii;
    int coloane;

    __device__ float la(int i, int j) const
    {
        return (i < linii && j < coloane) ? date[(long long)i * coloane + j] : 0.0f;
    }
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float dala_a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float dala_b[TILE_WIDTH][TILE_WIDTH];

    const Matrice ma = { A, M, K };
    const Matrice mb = { B, N, K };

    const int x = threadIdx.x, y = threadIdx.y;
    const int linie = blockIdx.y * TILE_WIDTH + y;
    const int coloana = blockIdx.x * TILE_WIDTH + x;
    float suma = 0.0f;

    for (int start = 0; start < ma.coloane; start += TILE_WIDTH) {
        dala_a[y][x] = ma.la(linie, start + x);
        dala_b[y][x] = mb.la(start + y, coloana);
        __syncthreads();
        for (int t = 0; t < TILE_WIDTH; ++t)
            suma += dala_a[y][t] * dala_b[t][x];
        __syncthreads();
    }

    if (linie < M && coloana < N)
        C[(long long)linie * N + coloana] = suma;
}
