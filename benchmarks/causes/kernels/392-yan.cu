// 前缀和 (三个 kernel)

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int partial[BLOCK];
    int thread_id = threadIdx.x;
    int position = blockIdx.x * BLOCK + thread_id;

    if (position < n) {
        partial[thread_id] = x[position];
    } else {
        partial[thread_id] = 0;
    }
    __syncthreads();

    for (int distance = 1; distance < BLOCK; distance = distance * 2) {
        int value_to_add = 0;
        if (thread_id >= distance) {
            value_to_add = partial[thread_id - distance];
        }
        __syncthreads();
        partial[thread_id] = partial[thread_id] + value_to_add;
        __syncthreads();
    }

    if (position < n) {
        y[position] = partial[thread_id];
    }
    // last thread has the total of the block
    if (thread_id == BLOCK - 1) {
        sums[blockIdx.x] = y[position];
    }
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int partial[BLOCK];
    int thread_id = threadIdx.x;

    if (thread_id < blocks) {
        partial[thread_id] = sums[thread_id];
    } else {
        partial[thread_id] = 0;
    }
    __syncthreads();

    for (int distance = 1; distance < BLOCK; distance = distance * 2) {
        int value_to_add = 0;
        if (thread_id >= distance) {
            value_to_add = partial[thread_id - distance];
        }
        __syncthreads();
        partial[thread_id] = partial[thread_id] + value_to_add;
        __syncthreads();
    }

    if (thread_id < blocks) {
        sums[thread_id] = partial[thread_id];
    }
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int position = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x > 0 && position < n) {
        y[position] = y[position] + sums[blockIdx.x];
    }
}
