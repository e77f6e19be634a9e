extern "C" __global__ void reduce(const int *__restrict__ x, int *__restrict__ sum, int n)
{
    __shared__ int buffer[BLOCK];

    const unsigned int tid = threadIdx.x;
    const unsigned int gid = tid + blockIdx.x * BLOCK;
    int *const near = buffer + tid;

    *near = gid < (unsigned int)n ? x[gid] : 0;
    __syncthreads();

    #pragma unroll
    for (unsigned int dist = BLOCK >> 1; dist != 0; dist >>= 1) {
        if (tid < dist) {
            const int *far = near + dist;
            *near += *far;
        }
        __syncthreads();
    }

    if (gid == 0)
        atomicAdd(sum, *near);
}
