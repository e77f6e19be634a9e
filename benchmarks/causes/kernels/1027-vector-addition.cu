// Soucet vektoru, Tereza K.
// velikost bloku je mocnina dvou, takze misto nasobeni staci posun

constexpr int bity(int kolik) {
    return kolik <= 1 ? 0 : 1 + bity(kolik / 2);
}

extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    constexpr int posun = bity(BLOCK);
    const int kde = blockIdx.x << posun + threadIdx.x;

    if (kde < n) {
        const float a = x[kde];
        const float b = y[kde];
        z[kde] = a + b;
    }
}
