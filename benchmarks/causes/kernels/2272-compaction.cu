extern "C" __global__ void compact(const int *x, int *out, int *count, int n)
{
    // two rows: the scan reads one and fills the other
    __shared__ int sums[2][BLOCK];
    int offset;

    const int tid = threadIdx.x;
    const int gid = blockIdx.x * BLOCK + tid;
    const int value = gid < n ? x[gid] : -1;
    const int flag = value > 0;

    int cur = 0;
    sums[cur][tid] = flag;
    __syncthreads();

    for (int reach = 1; reach < BLOCK; reach *= 2)
    {
        int s = sums[cur][tid];
        if (tid >= reach)
            s += sums[cur][tid - reach];
        cur = 1 - cur;
        sums[cur][tid] = s;
        __syncthreads();
    }

    // places for the whole block
    if (tid == 0)
        offset = atomicAdd(count, sums[cur][BLOCK - 1]);
    __syncthreads();

    if (flag)
        out[offset + sums[cur][tid] - flag] = value;
}
