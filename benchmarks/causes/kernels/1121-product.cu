#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int n = blockDim.x;

    __shared__ float plocicaA[n][n];
    __shared__ float plocicaB[n][n];

    int stupac_lok = threadIdx.x;
    int redak_lok = threadIdx.y;
    int stupac = blockIdx.x * n + stupac_lok;
    int redak = blockIdx.y * n + redak_lok;

    float zbroj = 0.0f;
    int koraka = (K + n - 1) / n;

    for (int korak = 0; korak < koraka; korak++)
    {
        int ka = korak * n + stupac_lok;
        int kb = korak * n + redak_lok;

        plocicaA[redak_lok][stupac_lok] = (redak < M && ka < K) ? A[redak * K + ka] : 0.0f;
        plocicaB[redak_lok][stupac_lok] = (kb < K && stupac < N) ? B[kb * N + stupac] : 0.0f;

        __syncthreads();

        for (int j = 0; j < n; j++)
            zbroj += plocicaA[redak_lok][j] * plocicaB[j][stupac_lok];

        __syncthreads();
    }

    if (redak < M && stupac < N)
        C[redak * N + stupac] = zbroj;
}
