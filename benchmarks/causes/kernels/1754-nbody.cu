extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 bodies[BLOCK];

    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const float eps2 = softening * softening;

    float4 me = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    if (i >= n)
        return;
    me = pos[i];

    float ax = 0.0f, ay = 0.0f, az = 0.0f, pot = 0.0f;
    for (int start = 0; start < n; start += BLOCK) {
        const int j = start + threadIdx.x;
        if (j < n)
            bodies[threadIdx.x] = pos[j];
        else
            bodies[threadIdx.x] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        __syncthreads();

        for (int k = 0; k < BLOCK; k++) {
            const float4 other = bodies[k];
            const float dx = other.x - me.x;
            const float dy = other.y - me.y;
            const float dz = other.z - me.z;
            const float inv = rsqrtf(dx * dx + dy * dy + dz * dz + eps2);
            const float pull = other.w * inv * inv * inv;
            ax += pull * dx;
            ay += pull * dy;
            az += pull * dz;
            pot += other.w * inv;
        }
        __syncthreads();
    }

    acc[i] = make_float4(ax, ay, az, pot);
}
