__device__ void pull(float4 &sum, const float4 &me, const float4 &other, float softening) {
    float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
    float near = rsqrtf(dx * dx + dy * dy + dz * dz + softening * softening);
    float potential = other.w * near;
    float f = potential * near * near;
    sum.x += f * dx;
    sum.y += f * dy;
    sum.z += f * dz;
    sum.w += potential;
}

extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 bodies[BLOCK];
    const float4 nobody = make_float4(0.f, 0.f, 0.f, 0.f);

    int i = blockDim.x * blockIdx.x + threadIdx.x;
    float4 me = nobody;
    if (i >= n) return;
    me = pos[i];

    float4 sum = nobody;
    for (int start = 0; start < n; start += BLOCK) {
        int j = start + threadIdx.x;
        bodies[threadIdx.x] = j < n ? pos[j] : nobody;
        __syncthreads();
        for (int b = 0; b < BLOCK; ++b)
            pull(sum, me, bodies[b], softening);
        __syncthreads();
    }
    if (i < n) acc[i] = sum;
}
