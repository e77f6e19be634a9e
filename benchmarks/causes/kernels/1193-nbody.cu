// N corps : le bloc apporte BLOCK corps à la fois.

__device__ void attirer(float4 &force, const float4 &moi, const float4 &autre, float eps2) {
    const float dx = autre.x - moi.x;
    const float dy = autre.y - moi.y;
    const float dz = autre.z - moi.z;
    const float proche = rsqrtf(dx * dx + dy * dy + dz * dz + eps2);
    const float potentiel = autre.w * proche;
    const float traction = potentiel * proche * proche;
    force.x += traction * dx;
    force.y += traction * dy;
    force.z += traction * dz;
    force.w += potentiel;
}

extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 corps[BLOCK];

    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const float4 rien = make_float4(0.f, 0.f, 0.f, 0.f);
    const float4 moi = i < n ? pos[i] : rien;
    float4 force = rien;

    const int etapes = n / BLOCK;
    for (int e = 0; e < etapes; e++) {
        const int j = e * BLOCK + threadIdx.x;
        corps[threadIdx.x] = j < n ? pos[j] : rien;
        __syncthreads();
        for (int c = 0; c < BLOCK; c++)
            attirer(force, moi, corps[c], softening * softening);
        __syncthreads();
    }

    if (i < n)
        acc[i] = force;
}
