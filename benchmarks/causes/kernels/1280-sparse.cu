// Rajesh Subramaniam

struct Row {
    int first, last;
};

__device__ float partial(const int *where, const float *what, const float *vec, Row row, int lane)
{
    float s = 0.f;
    const float *v = what + row.first + lane;
    int *c = where + row.first + lane;
    for (int left = row.last - row.first - lane; left > 0; left -= 32) {
        s += *v * vec[*c];
        v += 32;
        c += 32;
    }
    return s;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    int warp = threadIdx.x / 32 + blockIdx.x * (BLOCK / 32);
    int lane = threadIdx.x % 32;
    if (warp < rows) {
        Row row = {starts[warp], starts[warp + 1]};
        float s = partial(columns, values, x, row, lane);
#pragma unroll
        for (int step = 16; step >= 1; step /= 2)
            s += __shfl_down_sync(0xffffffff, s, step);
        if (lane == 0)
            y[warp] = s;
    }
}
