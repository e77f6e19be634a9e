// One thread walks along a whole row, three times: the threads of a warp are always a row apart.

extern "C" __global__ void softmax_by_rows(const float *x, float *most, float *total, float *y, float temperature,
                                           float smoothing, int rows, int cols) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float best = -INFINITY, sum = 0.0f;
    for (int col = 0; col < cols; ++col)
        best = fmaxf(best, x[row * cols + col]);
    for (int col = 0; col < cols; ++col)
        sum += expf((x[row * cols + col] - best) / temperature);
    for (int col = 0; col < cols; ++col)
        y[row * cols + col] = (1.0f - smoothing) * expf((x[row * cols + col] - best) / temperature) / sum + smoothing / cols;
    most[row] = best;
    total[row] = sum;
}
