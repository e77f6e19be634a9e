// Parallel sum, step by step:
//   1. every thread copies one element to shared memory
//   2. halve the number of active threads until one is left
//   3. that one adds the total of the block to the result

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int cache[blockDim.x];

    int thread_index = threadIdx.x;
    int global_index = blockIdx.x * blockDim.x + threadIdx.x;

    if (global_index < n) {
        cache[thread_index] = x[global_index];
    } else {
        cache[thread_index] = 0;
    }
    __syncthreads();

    int active_threads = blockDim.x / 2;
    while (active_threads > 0) {
        if (thread_index < active_threads) {
            cache[thread_index] += cache[thread_index + active_threads];
        }
        __syncthreads();
        active_threads = active_threads / 2;
    }

    if (thread_index == 0) {
        atomicAdd(sum, cache[0]);
    }
}
