#define LEVELS 256

extern "C" __global__ void histogram(const unsigned char *image, int *hist, int n) {
    __shared__ int local[LEVELS];
    int t = threadIdx.x;
    for (int v = t; v < LEVELS; v += blockDim.x) local[v] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + t;
    while (i < n) {
        atomicAdd(&local[image[i]], 1);
        i += blockDim.x * gridDim.x;
    }
    __syncthreads();
    for (int v = t; v < LEVELS; v += blockDim.x) atomicAdd(&hist[v], local[v]);
}

extern "C" __global__ void make_table(const int *hist, unsigned char *table, int n) {
    __shared__ int s[LEVELS];
    __shared__ int first;
    int v = threadIdx.x;
    s[v] = hist[v];
    __syncthreads();
    for (int d = 1; d < LEVELS; d *= 2) {
        int before = v >= d ? s[v - d] : 0;
        __syncthreads();
        s[v] += before;
        __syncthreads();
    }

    // the first value that occurs
    if (v > 0 && s[v] > 0 && s[v - 1] == 0)
        first = s[v];
    __syncthreads();

    int result;
    if (first == n)
        result = v;
    else if (s[v] == 0)
        result = 0;
    else
        result = (s[v] - first) / (n - first) * 255;
    table[v] = (unsigned char)result;
}

extern "C" __global__ void apply(const unsigned char *image, const unsigned char *table, unsigned char *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = table[image[i]];
}
