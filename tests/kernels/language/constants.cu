// Constant memory, device variables with initial values, static locals, strings, pointers between them.
__constant__ float weights[5] = {0.5f, 1.5f, -2.0f, 4.0f, 8.0f};
__constant__ struct { int a; short b[3]; } setup = {7, {1, 2, 3}};
__device__ int primes[] = {2, 3, 5, 7, 11, 13};
__device__ int *middle = &primes[2];
__device__ const char *words[] = {"tile", "phase", "barrier"};
extern "C" __global__ void k(int *out, int n)
{
    static const int fixed[3] = {100, 200, 300};
    int t = threadIdx.x;
    const char *word = words[t % 3];
    int length = 0;
    while (word[length]) ++length;
    out[t] = (int)(weights[t % 5] * 4) + setup.a + setup.b[n % 3] + middle[t % 3] + length * fixed[t % 3];
}
