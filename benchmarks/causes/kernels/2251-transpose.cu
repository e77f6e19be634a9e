// Transponieren mit einer Kachel im Shared Memory.
// Eine Spalte mehr als noetig, damit die Baenke nicht kollidieren.

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float kachel[TILE][TILE + 1];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;

    // Ecke der Kachel in a
    const int zeile0 = blockIdx.y * TILE;
    const int spalte0 = blockIdx.x * TILE;

    // Lesen: Zeile fuer Zeile
    int zeile = zeile0 + ty;
    int spalte = spalte0 + tx;
    if (zeile < rows && spalte < cols)
        kachel[ty][tx] = a[zeile * cols + spalte];

    __syncthreads();

    // Schreiben: jetzt laeuft x entlang einer Zeile von b
    int zielZeile = spalte0 + ty;
    int zielSpalte = zeile0 + tx;
    if (zeile < rows && spalte < cols)
        b[zielZeile * rows + zielSpalte] = kachel[tx][ty];
}
