extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 bodies[BLOCK];

    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const float4 nobody = make_float4(0.f, 0.f, 0.f, 0.f);
    const float4 mine = i < n ? pos[i] : nobody;
    const float eps2 = softening * softening;

    float ax = 0.f, ay = 0.f, az = 0.f, pot = 0.f;

    for (int start = 0; start < n; start += BLOCK) {
        int j = start + threadIdx.x;
        if (j < n) bodies[threadIdx.x] = pos[j];
        __syncthreads();

#pragma unroll 8
        for (int k = 0; k < BLOCK; ++k) {
            const float4 other = bodies[k];
            float dx = other.x - mine.x;
            float dy = other.y - mine.y;
            float dz = other.z - mine.z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + eps2);
            float mr = other.w * r;
            float f = mr * r * r;
            ax += f * dx;
            ay += f * dy;
            az += f * dz;
            pot += mr;
        }
        __syncthreads();
    }

    if (i < n)
        acc[i] = make_float4(ax, ay, az, pot);
}
