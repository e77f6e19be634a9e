template <int Width>
__device__ void fold(int *s, int t)
{
    if (t < Width)
        s[t] += s[t + Width];
    __syncthreads();
    fold<Width / 2>(s, t);
}

template <>
__device__ void fold<0>(int *, int) {}

extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    int i = blockDim.x * blockIdx.x + t;

    int value = 0;
    if (i < n) {
        int value = x[i];
    }
    s[t] = value;
    __syncthreads();

    fold<BLOCK / 2>(s, t);

    if (t == 0) atomicAdd(sum, s[0]);
}
