#define VALUES 256

extern "C" __global__ void histogram(const unsigned char *image, int *hist, int n) {
    __shared__ int counts[VALUES];
    int tid = threadIdx.x;

    for (int v = tid; v < VALUES; v += blockDim.x) {
        counts[v] = 0;
    }
    __syncthreads();

    int pixel = blockIdx.x * blockDim.x + tid;
    while (pixel < n) {
        counts[image[pixel]]++;
        pixel += blockDim.x * gridDim.x;
    }
    __syncthreads();

    for (int v = tid; v < VALUES; v += blockDim.x) {
        atomicAdd(&hist[v], counts[v]);
    }
}

extern "C" __global__ void make_table(const int *hist, unsigned char *table, int n) {
    __shared__ int cum[2][VALUES];
    __shared__ int smallest;
    int v = threadIdx.x;
    int in = 0;

    cum[in][v] = hist[v];
    if (v == 0) {
        smallest = n;
    }
    __syncthreads();

    for (int step = 1; step < VALUES; step *= 2) {
        int out = 1 - in;
        cum[out][v] = cum[in][v];
        if (v >= step) {
            cum[out][v] += cum[in][v - step];
        }
        in = out;
        __syncthreads();
    }

    int upto = cum[in][v];
    if (upto > 0) {
        atomicMin(&smallest, upto);
    }
    __syncthreads();

    int result;
    if (n == smallest) {
        result = v;
    } else if (upto == 0) {
        result = 0;
    } else {
        result = (upto - smallest) * 255 / (n - smallest);
    }
    table[v] = result;
}

extern "C" __global__ void apply(const unsigned char *image, const unsigned char *table, unsigned char *out, int n) {
    int pixel = blockIdx.x * blockDim.x + threadIdx.x;
    if (pixel < n) {
        char old = image[pixel];
        out[pixel] = table[old];
    }
}
