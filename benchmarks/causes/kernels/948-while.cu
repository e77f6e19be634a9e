#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int W = TILE_WIDTH;
    __shared__ float partA[W][W];
    __shared__ float partB[W][W];

    int localX = threadIdx.x;
    int localY = threadIdx.y;
    int myRow = blockIdx.y * W + localY;
    int myCol = blockIdx.x * W + localX;

    float answer = 0.0f;
    int k0 = 0;
    while (k0 < K)
    {
        float a = 0.0f;
        float b = 0.0f;
        if (myRow < M && k0 + localX < K)
            a = A[myRow * K + k0 + localX];
        k0 += W;
        if (k0 + localY < K && myCol < N)
            b = B[(k0 + localY) * N + myCol];
        partA[localY][localX] = a;
        partB[localY][localX] = b;
        __syncthreads();

        int i = 0;
        while (i < W)
        {
            answer += partA[localY][i] * partB[i][localX];
            i++;
        }
        __syncthreads();
    }

    if (myRow < N && myCol < M)
        C[myRow * N + myCol] = answer;
}
