#define SQ(v) (v * v)
#define CUBE(v) (SQ(v) * (v))

struct Pull {
    float x, y, z, w;

    __device__ void feel(const float4 &me, const float4 &it, float soft) {
        float near = rsqrtf(SQ(it.x - me.x) + SQ(it.y - me.y) + SQ(it.z - me.z) + SQ(soft));
        float f = it.w * CUBE(near);
        x += f * (it.x - me.x);
        y += f * (it.y - me.y);
        z += f * (it.z - me.z);
        w += it.w * near;
    }
};

extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 group[BLOCK];

    int tid = threadIdx.x;
    int body = blockIdx.x * blockDim.x + tid;

    float4 me = make_float4(0, 0, 0, 0);
    if (body < n) me = pos[body];

    Pull pull = {0, 0, 0, 0};

    int groups = (n + BLOCK - 1) / BLOCK;
    for (int g = 0; g < groups; g++) {
        int first = g * BLOCK;
        int many = min(BLOCK, n - first);

        if (tid < many) group[tid] = pos[first + tid];
        __syncthreads();

        for (int k = 0; k < many; k++)
            pull.feel(me, group[k], softening);
        __syncthreads();
    }

    if (body < n) acc[body] = make_float4(pull.x, pull.y, pull.z, pull.w);
}
