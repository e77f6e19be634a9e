#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define T TILE_WIDTH

__device__ float fetch(const float *m, int r, int c, int height, int width) {
    return r < height && c < width ? m[r * width + c] : 0.0f;
}

__device__ void put(float *m, int r, int c, int height, int width, float v) {
    if (r < height && c < width) m[r * width + c] = v;
}

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N) {
    int r = threadIdx.y + blockIdx.y * T, c = threadIdx.x + blockIdx.x * T;
    float v = 0;
    for (int k = 0; k < K; k++) v = fmaf(fetch(A, r, k, M, K), fetch(B, k, c, K, N), v);
    put(C, r, c, M, N, v);
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N) {
    __shared__ float left[T][T], right[T][T];
    int ty = threadIdx.y, r = ty + blockIdx.y * T;
    int tx = threadIdx.x, c = tx + blockIdx.x * T;
    float v = 0;

    for (int done = 0; done < K; done += T) {
        left[ty][tx] = fetch(A, r, done + tx, M, K);
        right[ty][tx] = fetch(B, done + ty, c, N, K);
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < T; k++) v = fmaf(left[ty][k], right[k][tx], v);
        __syncthreads();
    }

    put(C, r, c, M, N, v);
}
