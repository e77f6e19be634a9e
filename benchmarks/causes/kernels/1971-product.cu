#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Asub[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bsub[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = ty + blockIdx.y * blockDim.y;
    int col = tx + blockIdx.x * blockDim.x;

    float sum = 0.0f;
    int done = 0;                      // how much of K is done

    while (done < K) {
        int left = min(TILE_WIDTH, K - done);   // width of this phase

        // only what exists is loaded, only what was loaded is read
        if (row < M && tx < left)
            Asub[ty][tx] = A[row * K + done + tx];
        if (col < N && ty < left)
            Bsub[ty][tx] = B[(done + ty) * N + col];
        __syncthreads();

        if (row < M && col < N) {
            for (int k = 0; k < TILE_WIDTH; ++k)
                sum += Asub[ty][k] * Bsub[k][tx];
        }
        __syncthreads();

        done += left;
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
