struct Range {
    int begin, end;
};

// every block takes a part of the data in one piece
static __device__ Range part_of_block(int n)
{
    Range r;
    int each = n / gridDim.x;
    r.begin = blockIdx.x * each;
    r.end = min(r.begin + each, n);
    return r;
}

extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ int h[BINS];
    int tid = threadIdx.x;

    for (int off = 0; off < BINS; off += BLOCK)
        if (off + tid < BINS)
            h[off + tid] = 0;
    __syncthreads();

    Range r = part_of_block(n);
    for (int pos = r.begin + tid; pos < r.end; pos += BLOCK)
        atomicAdd(&h[data[pos]], 1);
    __syncthreads();

    for (int off = 0; off < BINS; off += BLOCK)
        if (off + tid < BINS)
            atomicAdd(&hist[off + tid], h[off + tid]);
}
