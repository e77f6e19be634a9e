// Sum of two matrices that are described by a small struct
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

typedef struct {
    int width;
    int height;
    float *elements;
} Matrix;

static void check(cudaError_t e, int line)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(e));
        exit(EXIT_FAILURE);
    }
}
#define CHECK(e) check((e), __LINE__)

__global__ void matAdd(Matrix A, Matrix B, Matrix C)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < C.height && col < C.width) {
        int i = row * C.width + col;
        C.elements[i] = A.elements[i] + B.elements[i];
    }
}

static size_t matrixBytes(const Matrix &m)
{
    return (size_t)m.width * m.height * sizeof(float);
}

static Matrix hostMatrix(int width, int height)
{
    Matrix m = {width, height, NULL};
    m.elements = (float *)malloc(matrixBytes(m));
    if (m.elements == NULL) {
        fprintf(stderr, "malloc failed\n");
        exit(EXIT_FAILURE);
    }
    return m;
}

static Matrix deviceMatrix(int width, int height)
{
    Matrix m = {width, height, NULL};
    CHECK(cudaMalloc((void **)&m.elements, matrixBytes(m)));
    return m;
}

int main()
{
    const int width = 123, height = 77;
    Matrix A = hostMatrix(width, height);
    Matrix B = hostMatrix(width, height);
    Matrix C = hostMatrix(width, height);
    for (int i = 0; i < width * height; ++i) {
        A.elements[i] = (float)i;
        B.elements[i] = (float)(i % 13);
    }

    Matrix dA = deviceMatrix(width, height);
    Matrix dB = deviceMatrix(width, height);
    Matrix dC = deviceMatrix(width, height);
    CHECK(cudaMemcpy(dA.elements, A.elements, matrixBytes(A), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(dB.elements, B.elements, matrixBytes(B), cudaMemcpyHostToDevice));

    dim3 block(16, 16);
    dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    matAdd<<<grid, block>>>(dA, dA, dC);  //! not-copied-back right: matAdd<<<grid, block>>>(dA, dB, dC);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(C.elements, dC.elements, matrixBytes(C), cudaMemcpyDeviceToHost));

    int errors = 0;
    for (int i = 0; i < width * height; ++i)
        errors += C.elements[i] != A.elements[i] + B.elements[i];
    printf("%d errors\n", errors);

    CHECK(cudaFree(dA.elements));
    CHECK(cudaFree(dB.elements));
    CHECK(cudaFree(dC.elements));
    free(A.elements);
    free(B.elements);
    free(C.elements);
    return errors ? EXIT_FAILURE : EXIT_SUCCESS;
}
