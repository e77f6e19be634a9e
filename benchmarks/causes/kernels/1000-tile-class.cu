#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

class SharedTile {
public:
    __device__ void put(int r, int c, float x) { cell[r * pitch + c] = x; }
    float get(int r, int c) const { return cell[r * pitch + c]; }

private:
    static const int pitch = TILE_WIDTH + 1;
    float cell[TILE_WIDTH * pitch];
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ SharedTile ta;
    __shared__ SharedTile tb;

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    float dot = 0.0f;
    int done = 0;
    do {
        ta.put(ty, tx, (row < M && done + tx < K) ? A[row * K + done + tx] : 0.0f);
        tb.put(ty, tx, (done + ty < K && col < N) ? B[(done + ty) * N + col] : 0.0f);
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            dot += ta.get(ty, k) * tb.get(k, tx);
        __syncthreads();
        done += TILE_WIDTH;
    } while (done < K);

    if (row < M && col < N)
        C[row * N + col] = dot;
}
