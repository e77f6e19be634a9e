// A histogram in shared memory, added up in global memory; minimum, maximum, compare and swap, exchange of floats.
__device__ unsigned total;
extern "C" __global__ void k(int *out, int n)
{
    __shared__ int bins[16];
    __shared__ unsigned low, high;
    __shared__ float sum;
    int t = threadIdx.x;
    if (t < 16) bins[t] = 0;
    if (t == 0) { low = 0xffffffffu; high = 0; sum = 0; }
    __syncthreads();
    unsigned x = (t * 2654435761u + n) >> 7;
    atomicAdd(&bins[x & 15], 1);
    atomicMin(&low, x);
    atomicMax(&high, x);
    atomicAdd(&sum, 0.25f);
    unsigned seen = atomicAdd(&total, 0), held;
    do { held = seen; seen = atomicCAS(&total, held, held + 2); } while (seen != held);
    __syncthreads();
    out[t] = bins[t % 16] * 100 + (int)(low % 7) + (int)(high % 11) + (int)sum;
}
