// Doppelpuffer: waehrend gerechnet wird, kommt schon die naechste Kachel
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define T TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[2][T][T];
    __shared__ float Bs[2][T][T];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty;
    int col = blockIdx.x * T + tx;
    int phasen = (K + T - 1) / T;
    float sum = 0.0f;

    // erste Kachel
    As[0][ty][tx] = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    Bs[0][ty][tx] = (ty < K && col < N) ? B[ty * N + col] : 0.0f;

    for (int p = 0; p < phasen; ++p) {
        int jetzt = p % 2, dann = 1 - jetzt;
        if (p + 1 < phasen) {
            int ak = (p + 1) * T + tx, bk = (p + 1) * T + ty;
            As[dann][ty][tx] = (row < M && ak < K) ? A[row * K + ak] : 0.0f;
            Bs[dann][ty][tx] = (bk < K && col < N) ? B[bk * N + col] : 0.0f;
        }
        __syncthreads();
        for (int k = 0; k < T; ++k)
            sum += As[jetzt][ty][k] * Bs[jetzt][k][tx];
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
