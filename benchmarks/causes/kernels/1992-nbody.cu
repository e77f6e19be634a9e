extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n)
{
    extern __shared__ float4 bodies[];

    int i = blockIdx.x * BLOCK + threadIdx.x;
    float4 own = i < n ? pos[i] : make_float4(0.f, 0.f, 0.f, 0.f);
    float ax = 0.f, ay = 0.f, az = 0.f, potential = 0.f;
    float eps2 = softening * softening;

    int tiles = (n + BLOCK - 1) / BLOCK;
    for (int tile = 0; tile < tiles; tile++) {
        int j = tile * BLOCK + threadIdx.x;
        bodies[threadIdx.x] = j < n ? pos[j] : make_float4(0.f, 0.f, 0.f, 0.f);
        __syncthreads();

        #pragma unroll 8
        for (int k = 0; k < BLOCK; k++) {
            float4 other = bodies[k];
            float dx = other.x - own.x;
            float dy = other.y - own.y;
            float dz = other.z - own.z;
            float inv = rsqrtf(dx * dx + dy * dy + dz * dz + eps2);
            float pull = other.w * inv * inv * inv;
            ax += pull * dx;
            ay += pull * dy;
            az += pull * dz;
            potential += other.w * inv;
        }
        __syncthreads();
    }

    if (i < n)
        acc[i] = make_float4(ax, ay, az, potential);
}
