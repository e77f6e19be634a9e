// Mỗi khối giữ hai bản đếm (warp chẵn / warp lẻ) để bớt tranh chấp
extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ int dem[2][BINS];
    int t = threadIdx.x;
    int ban = (t / 32) % 2;

    int *d = &dem[0][0];
    for (int k = t; k < BINS; k += BLOCK)
        d[k] = 0;
    __syncthreads();

    for (int i = blockIdx.x * BLOCK + t; i < n; i += gridDim.x * BLOCK)
        atomicAdd(&dem[ban][data[i]], 1);
    __syncthreads();

    for (int k = t; k < BINS; k += BLOCK)
        atomicAdd(&hist[k], dem[0][k] + dem[1][k]);
}
