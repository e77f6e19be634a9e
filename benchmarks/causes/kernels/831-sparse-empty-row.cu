struct Range {
    int first, end;
    __device__ bool empty() const { return first == end; }
};

__device__ inline Range entriesOf(const int *starts, int r) { return Range{starts[r], starts[r + 1]}; }

template <typename F>
__device__ float warpSum(F term, Range e, int lane)
{
    float s = 0.f;
    for (int k = e.first + lane; k < e.end; k += warpSize)
        s += term(k);
#pragma unroll
    for (int off = 16; off > 0; off /= 2)
        s += __shfl_down_sync(0xffffffff, s, off);
    return s;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;
    int r = blockIdx.x * (blockDim.x / 32) + warp;
    if (r >= rows) return;

    Range e = entriesOf(starts, r);
    if (e.empty()) return;

    float s = warpSum([=](int k) { return values[k] * x[columns[k]]; }, e, lane);
    if (!lane) y[r] = s;
}
