// mistake: t <= half: a thread too many works, and takes past the array
// group: indexing
// expect: out-of-bounds data-race
// hint: past-the-parts step-not-awaited
extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int parts[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;

    parts[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t <= half)
            parts[t] += parts[t + half];  // HERE
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(sum, parts[0]);
}
