typedef unsigned char byte;

extern "C" __global__ void histogram(const unsigned char *image, int *hist, int n) {
    __shared__ int local[256];
    int t = threadIdx.x;
    for (int i = t; i < 256; i += blockDim.x) local[i] = 0;
    __syncthreads();

    int i = blockIdx.x * blockDim.x + t;
    for (; i < n; i += gridDim.x * blockDim.x) {
        byte p = image[i];
        atomicAdd(&local[p], 1);
    }
    __syncthreads();

    for (int bin = t; bin < 256; bin += blockDim.x)
        hist[bin] += local[bin];
}

extern "C" __global__ void make_table(const int *hist, unsigned char *table, int n) {
    __shared__ int ping[256], pong[256];
    __shared__ int smallest;
    int t = threadIdx.x;
    int count = hist[t];
    ping[t] = count;
    __syncthreads();

    int *src = ping, *dst = pong;
    for (int d = 1; d < 256; d <<= 1) {
        dst[t] = (t >= d) ? src[t] + src[t - d] : src[t];
        __syncthreads();
        int *tmp = src; src = dst; dst = tmp;
    }

    int upto = src[t];
    if (upto != 0 && upto - count == 0) smallest = upto;
    __syncthreads();

    int range = n - smallest;
    if (range == 0)
        table[t] = (byte)t;
    else if (upto == 0)
        table[t] = 0;
    else
        table[t] = (byte)((upto - smallest) / range * 255);
}

extern "C" __global__ void apply(const unsigned char *image, const unsigned char *table, unsigned char *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = table[image[i]];
}
