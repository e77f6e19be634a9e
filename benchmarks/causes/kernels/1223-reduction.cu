// Redução em árvore

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int parcial[BLOCK];

    int t = threadIdx.x;
    int g = blockIdx.x * blockDim.x + t;

    if (g >= n) return;

    // cada thread traz um elemento
    parcial[t] = x[g];
    __syncthreads();

    // metade das threads soma a outra metade
    for (int metade = blockDim.x / 2; metade > 0; metade >>= 1) {
        if (t < metade) {
            parcial[t] += parcial[t + metade];
        }
        __syncthreads();
    }

    // a primeira leva a soma do bloco
    if (t == 0) {
        *sum += parcial[0];
    }
}
