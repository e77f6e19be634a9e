// Matriz esparsa (CSR) vezes vetor: um warp por linha

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int id = blockIdx.x * BLOCK + threadIdx.x;
    const int linha = id / 32;
    const int lane = id % 32;

    if (linha >= rows)
        return;            // o warp inteiro sai junto

    float soma = 0.0f;
    for (int k = starts[linha] + lane; k < starts[linha + 1]; k += 32)
        soma += values[k] * x[columns[k]];

    // junta as somas parciais do warp
    for (int passo = 16; passo > 0; passo /= 2)
        soma += __shfl_down_sync(0xffffffff, soma, passo);

    if (threadIdx.x == 0)
        y[linha] = soma;
}
