// Transpose: b[c][r] = a[r][c]. Matrix a has rows × cols elements, matrix b has cols × rows, both row after row.
//
// The grader launches blocks of TILE × TILE threads (x along a row of a, y down its columns), so that there is a tile
// for every part of a; the last tiles may stick out. TILE is defined when the grader compiles this file.
//
// Whoever loads a row of a has a column of b to store, and a warp that stores down a column touches 32 places far apart.
// So bring the tile into shared memory first, row after row, and let each warp take a column of it from there to store
// as a row of b. What does a column of the tile mean for the 32 banks of shared memory?

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    // TODO: load this block's tile, wait until all of it is there, store it the other way round.
}
