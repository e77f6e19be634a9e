#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define TW TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[2][TW][TW];
    __shared__ float Bs[2][TW][TW];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TW + ty;
    int col = blockIdx.x * TW + tx;
    int steps = (K + TW - 1) / TW;

    // first tile
    As[0][ty][tx] = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    Bs[0][ty][tx] = (ty < K && col < N) ? B[ty * N + col] : 0.0f;
    __syncthreads();

    float dot = 0.0f;
    for (int s = 0; s < steps; ++s) {
        int now = s & 1;
        int next = 1 - now;

        // fetch the following tile while we compute with this one
        if (s + 1 < steps) {
            int ac = (s + 1) * TW + tx;
            int br = (s + 1) * TW + ty;
            As[next][ty][tx] = (row < M && ac < K) ? A[row * K + ac] : 0.0f;
            Bs[now][ty][tx] = (br < K && col < N) ? B[br * N + col] : 0.0f;
        }

        for (int k = 0; k < TW; ++k)
            dot += As[now][ty][k] * Bs[now][k][tx];

        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = dot;
}
