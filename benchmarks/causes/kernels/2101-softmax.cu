#define NEG_INF __int_as_float(0xff800000)

extern "C" __global__ void row_max(const float *x, float *most, int cols)
{
    __shared__ float shared[BLOCK];
    int tid = threadIdx.x;
    int row = blockIdx.x;

    float m = NEG_INF;
    for (int c = tid; c < cols; c += BLOCK)
    {
        float v = x[row * cols + c];
        m = v > m ? v : m;
    }
    shared[tid] = m;
    __syncthreads();

    for (int stride = BLOCK >> 1; stride; stride >>= 1)
    {
        if (tid < stride)
        {
            float other = shared[tid + stride];
            if (other > shared[tid])
                shared[tid] = other;
        }
        __syncthreads();
    }
    if (tid == 0)
        most[row] = shared[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols)
{
    __shared__ float shared[BLOCK];
    int tid = threadIdx.x;
    int row = blockIdx.x;

    float sum = 0.0f;
    float biggest = most[row];
    for (int c = tid; c < cols; c += BLOCK)
    {
        float v = x[row * cols + c];
        sum += expf((v - biggest) / temperature);
    }
    shared[tid] = sum;
    __syncthreads();

    for (int stride = BLOCK >> 1; stride; stride >>= 1)
    {
        if (tid < stride)
        {
            shared[tid] += shared[tid + stride];
            __syncthreads();
        }
    }
    if (tid == 0)
        total[row] = shared[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols)
{
    int col = blockIdx.x * BLOCK + threadIdx.x;
    int row = blockIdx.y;
    if (col >= cols)
        return;

    int cell = row * cols + col;
    float e = expf((x[cell] - most[row]) / temperature);
    float share = e / total[col];
    y[cell] = (1 - smoothing) * share + smoothing / cols;
}
