// n-body, tiles of BLOCK bodies

#define SQ(a) ((a) * (a))

__device__ inline float3 towards(const float4 &from, const float4 &to) {
    return make_float3(to.x - from.x, to.y - from.y, to.z - from.z);
}

extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 bodies[BLOCK];

    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float eps2 = SQ(softening);
    const float4 nobody = make_float4(0.f, 0.f, 0.f, 0.f);
    const float4 me = i < n ? pos[i] : nobody;
    float4 a = nobody;

    for (int base = 0; base + BLOCK <= n; base += BLOCK) {
        const int j = base + threadIdx.x;
        bodies[threadIdx.x] = j < n ? pos[j] : nobody;
        __syncthreads();

        for (int k = 0; k < BLOCK; ++k) {
            const float4 other = bodies[k];
            const float3 d = towards(me, other);
            const float near = rsqrtf(SQ(d.x) + SQ(d.y) + SQ(d.z) + softening);
            const float potential = other.w * near;
            const float pull = potential * SQ(near);
            a.x += pull * d.x;
            a.y += pull * d.y;
            a.z += pull * d.z;
            a.w += potential;
        }
        __syncthreads();
    }

    if (i < n)
        acc[i] = a;
}
