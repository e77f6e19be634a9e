// Rút gọn theo cây, mỗi khối một atomicAdd
extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    __shared__ int tam[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    tam[t] = 0;
    if (i < n)
        tam[t] = x[i];
    __syncthreads();

    for (unsigned s = blockDim.x >> 1; s > 0; s >>= 1) {
        if (t < s) {
            tam[t] += tam[t + s];
        }
        __syncthreads();
    }

    // luồng đầu tiên của khối ghi kết quả
    if (i == 0)
        atomicAdd(sum, *tam);
}
