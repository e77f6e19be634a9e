#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <typename T>
__device__ T las_eller_noll(const T *data, int r, int k, int rader, int kolumner)
{
    return (r < rader && k < kolumner) ? data[r * kolumner + k] : T(0);
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int bredd = blockDim.x;
    __shared__ float rutaA[bredd][bredd];
    __shared__ float rutaB[bredd][bredd];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int rad = blockIdx.y * bredd + ty;
    const int kol = blockIdx.x * bredd + tx;

    float summa = 0.0f;
    const int varv = (K + bredd - 1) / bredd;
    for (int v = 0; v < varv; v++)
    {
        rutaA[ty][tx] = las_eller_noll(A, rad, v * bredd + tx, M, K);
        rutaB[ty][tx] = las_eller_noll(B, v * bredd + ty, kol, K, N);
        __syncthreads();
        for (int k = 0; k < bredd; k++)
            summa += rutaA[ty][k] * rutaB[k][tx];
        __syncthreads();
    }

    if (rad < M && kol < N)
        C[rad * N + kol] = summa;
}
