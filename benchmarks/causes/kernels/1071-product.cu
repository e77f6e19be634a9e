#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ float skalarni(float **a, float **b, int red, int stupac)
{
    float s = 0;
    for (int k = 0; k < TILE_WIDTH; k++)
        s += a[red][k] * b[k][stupac];
    return s;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float plocaA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float plocaB[TILE_WIDTH][TILE_WIDTH];

    int lokRed = threadIdx.y, lokStupac = threadIdx.x;
    int red = lokRed + TILE_WIDTH * blockIdx.y;
    int stupac = lokStupac + TILE_WIDTH * blockIdx.x;
    int brojFaza = K / TILE_WIDTH + (K % TILE_WIDTH != 0);

    float zbroj = 0;
    for (int faza = 0; faza < brojFaza; faza++)
    {
        int stupacA = faza * TILE_WIDTH + lokStupac;
        int redB = faza * TILE_WIDTH + lokRed;

        plocaA[lokRed][lokStupac] = red < M && stupacA < K ? A[red * K + stupacA] : 0;
        plocaB[lokRed][lokStupac] = redB < K && stupac < N ? B[redB * N + stupac] : 0;
        __syncthreads();

        zbroj += skalarni(plocaA, plocaB, lokRed, lokStupac);
        __syncthreads();
    }

    if (red < M && stupac < N)
        C[red * N + stupac] = zbroj;
}
