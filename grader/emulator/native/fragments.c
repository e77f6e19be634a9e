/* Fragments of matrices: from and to the registers that the lanes of a warp leave in their frames, and memory. */

#include "matrices.h"

u64 element_at(const u8 *place, i64 type) {
    switch (element_bytes(type)) {
    case 1: return type == ELEMENT_S8 ? (u64)*(const int8_t *)place : *place;
    case 2: return *(const uint16_t *)place;
    case 4: return *(const u32 *)place;
    default: return *(const u64 *)place;
    }
}

void put_element(u8 *place, i64 type, u64 value) {
    switch (element_bytes(type)) {
    case 1: *place = (u8)value; break;
    case 2: *(uint16_t *)place = (uint16_t)value; break;
    case 4: *(u32 *)place = (u32)value; break;
    default: *(u64 *)place = value;
    }
}

u64 gather(struct Frames *frames, u64 have, u64 place, const struct Fragment *part, u64 *matrix) {
    u64 bytes = element_bytes(part->type);
    EACH_LANE(lane, have)
        for (u64 n = 0; n < part->elements; n++)
            matrix[part->cells[lane * part->elements + n]] =
                element_at((u8 *)frame_at(frames, lane) + place + n * bytes, part->type);
    return place + part->elements * bytes;
}

u64 scatter(struct Frames *frames, u64 have, u64 place, const struct Fragment *part, const u64 *matrix) {
    u64 bytes = element_bytes(part->type);
    EACH_LANE(lane, have)
        for (u64 n = 0; n < part->elements; n++)
            put_element((u8 *)frame_at(frames, lane) + place + n * bytes, part->type,
                        matrix[part->cells[lane * part->elements + n]]);
    return place + part->elements * bytes;
}

/* ---- `wmma.load` and `wmma.store`: x0 is the address, x1 the elements from one row or column to the next */

typedef void Move(u8 *memory, i64 type, u64 *cell);

static inline __attribute__((always_inline)) void move_fragment(struct Context *ctx, struct Frames *frames, u64 have,
                                                                u64 site, const struct Accesses *accesses, i64 type,
                                                                u64 *matrix, Move move) {
    u64 bytes = element_bytes(type);
    EACH_LANE(lane, have) {
        struct Frame *frame = frame_at(frames, lane);
        for (u64 n = 0; n < accesses->most; n++) {
            const int32_t *place = accesses->places[lane * accesses->most + n];
            if (place[0] < 0)
                continue;
            u64 major = (u64)place[0], minor = (u64)place[1];
            u8 *memory = accesses->touch(ctx, frame, frame->x0 + (major * frame->x1 + minor) * bytes, site);
            if (accesses->event >= 0)
                record_access(ctx, frame, site, (u64)accesses->event);
            for (u64 e = 0; e < accesses->count; e++)
                move(memory + e * bytes, type, &matrix[major * accesses->row_elements + minor + e]);
        }
    }
}

static inline void fetch(u8 *memory, i64 type, u64 *cell) { *cell = element_at(memory, type); }
static inline void put(u8 *memory, i64 type, u64 *cell) { put_element(memory, type, *cell); }

void matrix_load(struct Context *ctx, struct Frames *frames, u64 have, u64 site, u64 place,
                 const struct Fragment *part, const struct Accesses *accesses) {
    u64 matrix[MOST_CELLS + 1] = {0};
    move_fragment(ctx, frames, have, site, accesses, part->type, matrix, fetch);
    scatter(frames, have, place, part, matrix);
}

void matrix_store(struct Context *ctx, struct Frames *frames, u64 have, u64 site, u64 place,
                  const struct Fragment *part, const struct Accesses *accesses) {
    u64 matrix[MOST_CELLS + 1] = {0};
    gather(frames, have, place, part, matrix);
    move_fragment(ctx, frames, have, site, accesses, part->type, matrix, put);
}
