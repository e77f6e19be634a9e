extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n)
{
    __shared__ float4 bodies[BLOCK];

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = make_float4(0.f, 0.f, 0.f, 0.f);
    if (i < n) me = pos[i];

    float eps = softening * softening;
    float ax = 0.f, ay = 0.f, az = 0.f, pot = 0.f;

    for (int first = 0; first < n; first += BLOCK)
    {
        int j = first + threadIdx.x;
        if (j < n)
            bodies[threadIdx.x] = pos[j];
        int many = BLOCK;
        __syncthreads();

        for (int b = 0; b < many; ++b)
        {
            float dx = bodies[b].x - me.x;
            float dy = bodies[b].y - me.y;
            float dz = bodies[b].z - me.z;
            float near = rsqrtf(dx * dx + dy * dy + dz * dz + eps);
            float pull = bodies[b].w * near;
            pot += pull;
            pull *= near * near;
            ax += pull * dx;
            ay += pull * dy;
            az += pull * dz;
        }
        __syncthreads();
    }

    if (i < n) acc[i] = make_float4(ax, ay, az, pot);
}
