__device__ void pull(float4 &a, const float4 &me, const float4 &other, float soft2) {
    float dx = other.x - me.x;
    float dy = other.y - me.y;
    float dz = other.z - me.z;
    float near = rsqrtf(dx * dx + dy * dy + dz * dz + soft2);
    float m = other.w * near;
    float f = m * near * near;
    a.x += f * dx;
    a.y += f * dy;
    a.z += f * dz;
    a.w += m;
}

extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 bodies[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    float4 none = make_float4(0, 0, 0, 0);
    float4 me = i < n ? pos[i] : none;
    float4 sum = none;
    float soft2 = softening * softening;

    for (int base = 0; base < n; base += BLOCK) {
        int j = base + threadIdx.x;
        bodies[threadIdx.x] = j < n ? pos[j] : none;
        __syncthreads();
        for (int k = 0; k < BLOCK; ++k)
            pull(sum, me, bodies[k], soft2);
    }
    if (i < n) acc[i] = sum;
}
