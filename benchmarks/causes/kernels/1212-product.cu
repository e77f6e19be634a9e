#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ int smaller(int a, int b) { return a < b ? a : b; }

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float mA[TILE_WIDTH * TILE_WIDTH];
    __shared__ float mB[TILE_WIDTH * TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int id = ty * TILE_WIDTH + tx;
    const int row = blockIdx.y * blockDim.y + ty;
    const int col = blockIdx.x * blockDim.x + tx;

    float out = 0.0f;

    int done = 0;
    while (done < K) {
        // the last tile may be narrower
        const int width = smaller(TILE_WIDTH, K - done);

        mA[id] = (row < M && tx < width) ? A[row * K + done + tx] : 0.0f;
        mB[id] = (col < N && ty < width) ? B[(done + ty) * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < width; ++k)
            out += mA[ty * TILE_WIDTH + k] * mB[k * TILE_WIDTH + tx];
        __syncthread();

        done += width;
    }

    if (row >= M) return;
    if (col >= N) return;
    C[row * N + col] = out;
}
