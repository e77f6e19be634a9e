#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float dalaA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float dalaB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int linie = blockIdx.y * TILE_WIDTH + ty;
    int coloana = blockIdx.x * TILE_WIDTH + tx;
    int etape = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    // firele de la margine citesc ultima linie / coloana; rezultatul lor nu se scrie
    int linieSigura = min(linie, M);
    int coloanaSigura = min(coloana, N - 1);

    float suma = 0.0f;

    for (int e = 0; e < etape; e++)
    {
        int ca = e * TILE_WIDTH + tx;
        int lb = e * TILE_WIDTH + ty;

        dalaA[ty][tx] = (ca < K) ? A[linieSigura * K + ca] : 0.0f;
        dalaB[ty][tx] = (lb < M) ? B[lb * N + coloanaSigura] : 0.0f;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; i++)
        {
            float a = dalaA[ty][i];
            float b = dalaB[i][tx];
            suma += a * b;
        }
        __syncthreads();
    }

    if (linie < M && coloana < N)
        C[linie * N + coloana] = suma;
}
