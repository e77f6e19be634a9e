extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 bodies[BLOCK];

    int i = blockIdx.x * BLOCK + threadIdx.x;
    float4 me = make_float4(0.f, 0.f, 0.f, 0.f);
    if (i >= n) return;
    me = pos[i];
    float4 pull = make_float4(0.f, 0.f, 0.f, 0.f);
    const float eps2 = softening * softening;

    for (int tile = 0; tile < (n + BLOCK - 1) / BLOCK; tile++) {
        int j = tile * BLOCK + threadIdx.x;
        if (j < n)
            bodies[threadIdx.x] = pos[j];
        else
            bodies[threadIdx.x] = make_float4(0.f, 0.f, 0.f, 0.f);
        __syncthreads();

        for (int b = 0; b < BLOCK; b++) {
            float4 other = bodies[b];
            float dx = other.x - me.x;
            float dy = other.y - me.y;
            float dz = other.z - me.z;
            float inv = rsqrtf(dx * dx + dy * dy + dz * dz + eps2);
            float f = other.w * inv * inv * inv;
            pull.x += f * dx;
            pull.y += f * dy;
            pull.z += f * dz;
            pull.w += other.w * inv;
        }
        __syncthreads();
    }

    if (i < n)
        acc[i] = pull;
}
