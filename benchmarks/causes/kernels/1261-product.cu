#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int vrsta = blockIdx.y * TILE_WIDTH + ty;
    const int stupac = blockIdx.x * TILE_WIDTH + tx;
    const bool moje = vrsta < M && stupac < N;

    float zbroj = 0.0f;
    int p = 0;
    do {
        const int k0 = p * TILE_WIDTH;
        As[ty][tx] = (vrsta < M && k0 + tx < K) ? A[vrsta * K + k0 + tx] : 0.0f;
        Bs[ty][tx] = (stupac < N && k0 + ty < K) ? B[(k0 + ty) * N + stupac] : 0.0f;
        __syncthreads();
        int k = 0;
        while (k < TILE_WIDTH) {
            zbroj += As[ty][k] * Bs[k][tx];
            ++k;
        }
        __syncthreads();
        ++p;
    } while (k0 + TILE_WIDTH < K);

    if (moje)
        C[vrsta * N + stupac] = zbroj;
}
