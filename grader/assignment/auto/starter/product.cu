// A kernel of any name, with any tile: C (MxN) = A (MxK) * B (KxN). How it is launched, main below says.
#define TILE 16

__global__ void product(const float *A, const float *B, float *C, int M, int K, int N)
{
    // Your code here.
}

int main()
{
    const int M = 500, K = 300, N = 400;
    float *A, *B, *C;
    cudaMallocManaged(&A, M * K * sizeof(float));
    cudaMallocManaged(&B, K * N * sizeof(float));
    cudaMallocManaged(&C, M * N * sizeof(float));
    dim3 block(TILE, TILE);
    dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
    product<<<grid, block>>>(A, B, C, M, K, N);
    cudaDeviceSynchronize();
    return 0;
}
