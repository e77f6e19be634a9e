#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int width = blockDim.x;
    __shared__ float a_s[width][width];
    __shared__ float b_s[width][width];

    int t_col = threadIdx.x;
    int t_row = threadIdx.y;
    int g_col = blockIdx.x * width + t_col;
    int g_row = blockIdx.y * width + t_row;

    float c_val = 0.0f;
    int n_tiles = K / width;
    if (K % width != 0)
        n_tiles++;

    for (int tile = 0; tile < n_tiles; tile++) {
        int off = tile * width;

        if (g_row < M && off + t_col < K) {
            a_s[t_row][t_col] = A[g_row * K + off + t_col];
        } else {
            a_s[t_row][t_col] = 0.0f;
        }
        if (g_col < N && off + t_row < K) {
            b_s[t_row][t_col] = B[(off + t_row) * N + g_col];
        } else {
            b_s[t_row][t_col] = 0.0f;
        }
        __syncthreads();

        for (int k = 0; k < width; k++) {
            c_val += a_s[t_row][k] * b_s[k][t_col];
        }
        __syncthreads();
    }

    if (g_row < M && g_col < N) {
        C[g_row * N + g_col] = c_val;
    }
}
