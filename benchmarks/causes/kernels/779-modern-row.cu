namespace {

template <typename Value>
__device__ Value across_warp(Value v)
{
    for (auto step = 16; step >= 1; step /= 2)
        v += __shfl_down_sync(0xffffffff, v, step);
    return v;
}

struct Row {
    const float *values;
    const int *columns;
    int length;
};

}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    constexpr int warps_per_block = BLOCK / 32;
    const auto lane = static_cast<int>(threadIdx.x) % 32;
    const auto r = static_cast<int>(blockIdx.x * warps_per_block + threadIdx.x / 32);
    if (r >= rows)
        return;

    const auto from = starts[r];
    const Row row{values + from, columns + from, starts[r + 1] - from};

    auto total = 0;
    for (auto k = lane; k < row.length; k += 32)
        total += row.values[k] * x[row.columns[k]];

    total = across_warp(total);
    if (lane == 0)
        y[r] = total;
}
