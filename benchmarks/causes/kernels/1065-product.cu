#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Acumulator
{
    float valoare;

    __device__ Acumulator() : valoare(0.0f) {}
    __device__ void aduna(float a, float b) const { valoare += a * b; }
    __device__ float rezultat() const { return valoare; }
};

struct Matrice
{
    const float *date;
    int linii, coloane;

    __device__ float citeste(int l, int c) const
    {
        return l < linii && c < coloane ? date[l * coloane + c] : 0.0f;
    }
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float placaA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float placaB[TILE_WIDTH][TILE_WIDTH];

    const Matrice matA = {A, M, K};
    const Matrice matB = {B, K, N};
    Acumulator acc;

    const int x = threadIdx.x, y = threadIdx.y;
    const int linie = blockIdx.y * TILE_WIDTH + y;
    const int coloana = blockIdx.x * TILE_WIDTH + x;

    for (int inceput = 0; inceput < K; inceput += TILE_WIDTH)
    {
        placaA[y][x] = matA.citeste(linie, inceput + x);
        placaB[y][x] = matB.citeste(inceput + y, coloana);
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            acc.aduna(placaA[y][k], placaB[k][x]);
        __syncthreads();
    }

    if (linie < M && coloana < N)
        C[linie * N + coloana] = acc.rezultat();
}
