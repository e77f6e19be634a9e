extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int id = blockIdx.x * BLOCK + threadIdx.x;
    int row = id / 32;     // moi warp mot hang
    int lane = id % 32;

    if (row < rows) {
        int dau = starts[row];
        int cuoi = starts[row] + 1;
        float tong = 0.0f;
        for (int k = dau + lane; k < cuoi; k += 32)
            tong += values[k] * x[columns[k]];

        // cong trong warp
        tong += __shfl_down_sync(0xffffffff, tong, 16);
        tong += __shfl_down_sync(0xffffffff, tong, 8);
        tong += __shfl_down_sync(0xffffffff, tong, 4);
        tong += __shfl_down_sync(0xffffffff, tong, 2);
        tong += __shfl_down_sync(0xffffffff, tong, 1);
        if (lane == 0)
            y[row] = tong;
    }
}
