// Launch 1: maximum of a row
extern "C" __global__ void row_max(const float *x, float *most, int cols)
{
    __shared__ float red[BLOCK];
    const float *row = x + blockIdx.x * cols;
    int tid = threadIdx.x;

    float m = -INFINITY;
    for (int c = tid; c < cols; c += BLOCK)
        if (row[c] > m)
            m = row[c];
    red[tid] = m;

    for (int s = BLOCK / 2; s > 0; s >>= 1)
    {
        __syncthreads();
        if (tid < s)
            red[tid] = fmaxf(red[tid], red[tid + s]);
    }

    if (tid == 0)
        most[blockIdx.x] = red[0];
}

// Launch 2: sum of the exponentials of a row
extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols)
{
    __shared__ float red[BLOCK];
    const float *row = x + blockIdx.x * cols;
    const float peak = most[blockIdx.x];
    int tid = threadIdx.x;

    float sum = 0.0f;
    for (int c = tid; c < cols; c += BLOCK)
        sum += expf((row[c] - peak) / temperature);
    red[tid] = sum;

    for (int s = BLOCK / 2; s > 0; s >>= 1)
    {
        __syncthreads();
        if (tid < s)
            red[tid] += red[tid + s];
    }

    if (tid == 0)
        total[blockIdx.x] = red[0];
}

// Launch 3: the result
extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols)
{
    int col = blockIdx.x * BLOCK + threadIdx.x;
    if (col >= cols)
        return;

    size_t at = (size_t)blockIdx.y * cols + col;
    float e = expf((x[at] - most[blockIdx.y]) / temperature);
    float share = (1.0f - smoothing) * e;
    y[at] = share / (total[blockIdx.y] + smoothing / cols);
}
