#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// a place in a matrix
struct Place {
    int row;
    int col;

    __device__ bool inside(int rows, int cols) const { return row < rows && col < cols; }
    __device__ int index(int cols) const { return row * cols + col; }
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;

    Place pc;
    pc.row = blockIdx.y * TILE_WIDTH + ty;
    pc.col = blockIdx.x * TILE_WIDTH + tx;

    // where this thread loads; both wander along K
    Place pa;
    pa.row = pc.row;
    pa.col = tx;
    Place pb;
    pb.row = ty;
    pb.col = pc.col;

    float sum = 0.0f;
    for (int done = 0; done < K; done += TILE_WIDTH) {
        As[ty][tx] = pa.inside(M, K) ? A[pa.index(K)] : 0.0f;
        Bs[ty][tx] = pb.inside(K, N) ? B[pb.index(N)] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();

        pa.col += TILE_WIDTH;
        pb.row += TILE_WIDTH;
    }

    if (pc.inside(M, N))
        C[pc.index(N)] = sum;
}
