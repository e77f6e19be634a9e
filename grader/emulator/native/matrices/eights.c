/* `ldmatrix`, `stmatrix`, `movmatrix`: matrices of 8 × 8 halves, of which a lane holds a word with two neighbours. */

#include "matrices.h"

enum { SIDE = 8, CELLS = SIDE * SIDE };

typedef u8 *Touch(struct Context *ctx, struct Frame *frame, u64 address, u64 site);

/* A row is at the address that a lane has brought as x0: those of the first matrix by the first eight lanes. */
static u8 *row_of(struct Context *ctx, struct Frames *frames, u64 row, Touch *touch, i64 event, u64 site) {
    struct Frame *frame = frame_at(frames, row);
    u8 *memory = touch(ctx, frame, frame->x0, site);
    if (event >= 0)
        record_access(ctx, frame, site, (u64)event, 0, 0);
    return memory;
}

void matrix_fetch(struct Context *ctx, struct Frames *frames, u64 have, u64 site, u64 place, u64 count,
                  const struct Fragment *part, Touch *touch, i64 event) {
    u64 matrices[4 * CELLS] = {0};
    for (u64 row = 0; row < count * SIDE; row++) {
        if (!(have >> row & 1))
            continue;
        const u8 *memory = row_of(ctx, frames, row, touch, event, site);
        widen(memory, part->type, SIDE, &matrices[row * SIDE]);
    }
    for (u64 number = 0; number < count; number++)
        place = scatter(frames, have, place, part, matrices + number * CELLS);
}

void matrix_put(struct Context *ctx, struct Frames *frames, u64 have, u64 site, u64 place, u64 count,
                const struct Fragment *part, Touch *touch, i64 event) {
    u64 matrices[4 * CELLS] = {0};
    for (u64 number = 0; number < count; number++)
        place = gather(frames, have, place, part, matrices + number * CELLS);
    for (u64 row = 0; row < count * SIDE; row++) {
        if (!(have >> row & 1))
            continue;
        u8 *memory = row_of(ctx, frames, row, touch, event, site);
        narrow(memory, part->type, SIDE, &matrices[row * SIDE]);
    }
}

void matrix_turn(struct Frames *frames, u64 have, u64 place, const struct Fragment *part,
                 const struct Fragment *turned) {
    u64 matrix[CELLS] = {0};
    gather(frames, have, place, part, matrix);
    scatter(frames, have, place, turned, matrix);
}
