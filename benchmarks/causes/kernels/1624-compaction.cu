extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int ping[BLOCK], pong[BLOCK];
    int start = 0;
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    int v = x[min(i, n - 1)];
    int keep = v > 0;

    int *from = ping, *to = pong;
    from[t] = keep;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        to[t] = t < d ? from[t] : from[t] + from[t - d];
        __syncthreads();
        int *other = from;
        from = to;
        to = other;
    }

    if (t == 0) {
        start = atomicAdd(count, from[BLOCK - 1]);
    }
    __syncthreads();
    int before = from[t] - keep;
    if (keep) {
        out[start + before] = v;
    }
}
