#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float subA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float subB[TILE_WIDTH][TILE_WIDTH];

    int lokX = threadIdx.x;
    int lokY = threadIdx.y;
    int rad     = lokY + blockIdx.y * blockDim.y;
    int kolumn  = lokX + blockIdx.x * blockDim.x;

    int antal = gridDim.x;
    float svar = 0;

    int kA = lokX;
    int kB = lokY;
    for (int n = 0; n < antal; n++, kA += TILE_WIDTH, kB += TILE_WIDTH)
    {
        if (rad < M && kA < K)
            subA[lokY][lokX] = *(A + rad * K + kA);
        else
            subA[lokY][lokX] = 0;

        if (kolumn < N && kB < K)
            subB[lokY][lokX] = *(B + kB * N + kolumn);
        else
            subB[lokY][lokX] = 0;

        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; i++)
            svar += subA[lokY][i] * subB[i][lokX];
        __syncthreads();
    }

    if (rad < M || kolumn < N)
        *(C + rad * N + kolumn) = svar;
}
