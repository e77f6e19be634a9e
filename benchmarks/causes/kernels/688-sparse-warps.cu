static constexpr int warp_size_ = 32;

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    enum { WARPS = BLOCK / warp_size_ };
    int w = threadIdx.x / warp_size_;
    int l = threadIdx.x - w * warp_size_;
    int r = blockIdx.x * WARPS + w;

    if (r < rows) {
        float sum = 0;
        int k = starts[r] + l;
        const int end = starts[r + 1];
        while (k < end) {
            sum = fmaf(values[k], x[columns[k]], sum);
            k += warp_size_;
        }

        for (int step = warp_size_ / 2; step > 0; step /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, step);

        if (threadIdx.x == 0)
            y[r] = sum;
    }
}
