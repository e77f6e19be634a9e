// Attraction des corps, par paquets de BLOCK corps.

__device__ void ajoute(float4 &somme, const float4 &moi, const float4 &autre, float eps2)
{
    const float dx = autre.x - moi.x;
    const float dy = autre.y - moi.y;
    const float dz = autre.z - moi.z;
    const float inv = rsqrtf(dx * dx + dy * dy + dz * dz + eps2);
    const float m = autre.w * inv;      // potentiel
    const float f = m * inv * inv;      // force
    somme.x += f * dx;
    somme.y += f * dy;
    somme.z += f * dz;
    somme.w += m;
}

extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n)
{
    __shared__ float4 paquet[BLOCK];

    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const float4 vide = make_float4(0.f, 0.f, 0.f, 0.f);
    const float4 moi = i < n ? pos[i] : vide;
    const float eps2 = softening * softening;
    float4 somme = vide;

    const int nbPaquets = n / BLOCK;
    for (int p = 0; p < nbPaquets; ++p)
    {
        const int j = p * BLOCK + threadIdx.x;
        paquet[threadIdx.x] = j < n ? pos[j] : vide;
        __syncthreads();

        for (int k = 0; k < BLOCK; ++k)
            ajoute(somme, moi, paquet[k], eps2);
        __syncthreads();
    }

    if (i < n)
        acc[i] = somme;
}
