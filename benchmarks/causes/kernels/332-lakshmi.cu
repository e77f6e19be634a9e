// sabhi threads ki ginti
#define ALL (blockDim.x * gridDim.x)

extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    int first = threadIdx.x * gridDim.x + blockIdx.x;
    for (int i = first; i < n; i += ALL)
        z[i] = x[i] + y[i];
}
