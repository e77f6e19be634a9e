// mistake: threadIdx.x alone: every block computes the first elements
// group: indexing
// expect: data-race
// hint: every-thread-all
extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    int i = threadIdx.x;
    if (i < n)
        z[i] = x[i] + y[i];  // HERE
}
