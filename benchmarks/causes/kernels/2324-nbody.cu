extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 corps[BLOCK];

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool vivant = i < n;

    // mon propre corps
    float4 moi = make_float4(0.f, 0.f, 0.f, 0.f);
    if (vivant) moi = pos[i]; else return;

    float ax = 0.f, ay = 0.f, az = 0.f, pot = 0.f;
    float eps2 = softening * softening;

    for (int debut = 0; debut < n; debut += BLOCK) {
        int j = debut + threadIdx.x;
        corps[threadIdx.x] = (j < n) ? pos[j] : make_float4(0.f, 0.f, 0.f, 0.f);
        __syncthreads();

        #pragma unroll 8
        for (int k = 0; k < BLOCK; ++k) {
            float4 c = corps[k];
            float dx = c.x - moi.x;
            float dy = c.y - moi.y;
            float dz = c.z - moi.z;
            float inv = rsqrtf(dx * dx + dy * dy + dz * dz + eps2);
            float m = c.w * inv;
            float f = m * inv * inv;
            ax += f * dx;
            ay += f * dy;
            az += f * dz;
            pot += m;
        }
        __syncthreads();
    }

    // ranger les sommes
    if (vivant)
        acc[i] = make_float4(ax, ay, az, pot);
}
