// Karim: bamshi b pointers 3ala A w B, w "baqi" = kam fadel men K
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sb[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int saff = blockIdx.y * TILE_WIDTH + ty;    // saff = row
    int amud = blockIdx.x * TILE_WIDTH + tx;    // amud = column
    const float *pa = A + saff * K + tx;
    const float *pb = B + ty * N + amud;
    int baqi = K;
    float majmu3 = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        sa[ty][tx] = (saff < M && tx < baqi) ? *pa : 0.0f;
        sb[ty][tx] = (amud < N && ty < baqi) ? *pb : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            majmu3 += sa[ty][k] * sb[k][tx];
        __syncthreads();
        // el tile elli ba3do
        pa += TILE_WIDTH;
        pb += TILE_WIDTH * N;
    }
    if (saff < M && amud < N)
        C[saff * N + amud] = majmu3;
}
