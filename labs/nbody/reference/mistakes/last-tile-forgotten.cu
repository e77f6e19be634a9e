// mistake: Only whole tiles are brought
// group: boundaries
// expect: wrong-result
// hint: -
extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 tile[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    float4 own = i < n ? pos[i] : make_float4(0, 0, 0, 0);
    float4 sum = make_float4(0, 0, 0, 0);

    for (int first = 0; first + BLOCK <= n; first += BLOCK) {  // HERE
        int j = first + t;
        tile[t] = j < n ? pos[j] : make_float4(0, 0, 0, 0);
        __syncthreads();
        for (int k = 0; k < BLOCK; ++k) {
            float4 other = tile[k];
            float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
            float near = rsqrtf(dx * dx + dy * dy + dz * dz + softening * softening);
            float pull = other.w * near * near * near;
            sum.x += pull * dx;
            sum.y += pull * dy;
            sum.z += pull * dz;
            sum.w += other.w * near;
        }
        __syncthreads();
    }
    if (i < n)
        acc[i] = sum;  // HERE
}
