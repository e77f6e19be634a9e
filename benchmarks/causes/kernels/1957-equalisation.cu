#define BLACKWHITE 255

extern "C" __global__ void histogram(const unsigned char *image, int *hist, int n)
{
    __shared__ int own[256];
    int t = threadIdx.x;
    int all = blockDim.x * gridDim.x;

    for (int k = 0; k < 256 / BLOCK + 1; k++)
        if (k * BLOCK + t < 256) own[k * BLOCK + t] = 0;
    __syncthreads();

    int p = blockIdx.x * blockDim.x + t;
    while (p < n) {
        atomicAdd(&own[image[p]], 1);
        p += all;
    }
    __syncthreads();

    for (int k = t; k < 256; k += BLOCK)
        hist[k] += own[k];
}

extern "C" __global__ void make_table(const int *hist, unsigned char *table, int n)
{
    __shared__ int ping[256];
    __shared__ int pong[256];
    __shared__ int smallest;
    int t = threadIdx.x;
    int *now = ping, *next = pong;

    now[t] = hist[t];
    __syncthreads();
    for (int s = 1; s <= 128; s *= 2) {
        int sum = now[t];
        if (t >= s) sum += now[t - s];
        next[t] = sum;
        __syncthreads();
        int *swap = now; now = next; next = swap;
    }

    int c = now[t];
    if (c != 0 && (t == 0 || now[t - 1] == 0)) smallest = c;
    __syncthreads();

    int range = n - smallest;
    int level = 0;
    if (range == 0) level = t;
    else if (c > 0) level = (c - smallest) / range * BLACKWHITE;
    table[t] = (unsigned char)level;
}

extern "C" __global__ void apply(const unsigned char *image, const unsigned char *table, unsigned char *out, int n)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= n) return;
    unsigned char old = image[p];
    out[p] = table[old];
}
