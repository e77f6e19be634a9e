extern "C" __global__ void row_max(const float *x, float *most, int cols)
{
    __shared__ float sm[BLOCK];
    const unsigned t = threadIdx.x;
    const int row = blockIdx.x;

    float biggest = -INFINITY;
    for (int i = t; i < cols; i += blockDim.x) {
        const float here = x[row * cols + i];
        if (here > biggest)
            biggest = here;
    }
    sm[t] = biggest;
    __syncthreads();

    for (unsigned s = BLOCK >> 1; s != 0; s >>= 1) {
        if (t < s) {
            const float o = sm[t + s];
            if (o > sm[t])
                sm[t] = o;
            __syncthreads();
        }
    }
    if (t == 0)
        most[row] = sm[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols)
{
    __shared__ float sums[BLOCK];
    const unsigned t = threadIdx.x;
    const int row = blockIdx.x;
    const float big = most[row];

    float mine = 0.0f;
    for (int i = t; i < cols; i += blockDim.x)
        mine += expf(x[row * cols + i] - big / temperature);
    sums[t] = mine;

    for (unsigned s = BLOCK >> 1; s != 0; s >>= 1) {
        __syncthreads();
        if (t < s)
            sums[t] = sums[t] + sums[t + s];
    }
    if (t == 0)
        total[row] = sums[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols)
{
    const int c = threadIdx.x + blockDim.x * blockIdx.x;
    if (c >= cols)
        return;
    const int at = blockIdx.y * cols + c;
    const float e = expf((x[at] - most[blockIdx.y]) / temperature);
    y[at] = (1.0f - smoothing) * e / total[blockIdx.y] + smoothing / cols;
}
