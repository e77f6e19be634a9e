// Thread t loads, then stores, element ((t ^ flip) & mask) * stride of a shared array; threads with t % every idle.
#define PATTERN(NAME, TYPE, SUM)                                                                                       \
    __global__ void NAME(const float *A, float *C, int stride, int mask, int flip, int every)                          \
    {                                                                                                                  \
        __shared__ float4 tile[1024];                                                                                  \
        TYPE *cells = reinterpret_cast<TYPE *>(tile);                                                                  \
        const int count = sizeof(tile) / sizeof(TYPE), t = threadIdx.x;                                                \
        for (int i = t; i < 1024; i += blockDim.x)                                                                     \
            tile[i] = reinterpret_cast<const float4 *>(A)[i];                                                          \
        __syncthreads();                                                                                               \
        int index = ((t ^ flip) & mask) * stride % count;                                                              \
        TYPE v = {};                                                                                                   \
        if (t % every == 0)                                                                                            \
            v = cells[index];                                                                                          \
        __syncthreads();                                                                                               \
        if (t % every == 0)                                                                                            \
            cells[index] = v;                                                                                          \
        __syncthreads();                                                                                               \
        C[t] = (SUM) + reinterpret_cast<float *>(tile)[t];                                                             \
    }

PATTERN(pattern_4, float, v)
PATTERN(pattern_8, float2, v.x + v.y)
PATTERN(pattern_16, float4, v.x + v.y + v.z + v.w)
