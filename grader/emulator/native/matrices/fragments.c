/* Fragments of matrices: from and to the registers that the lanes of a warp leave in their frames, and memory. */

#include "matrices.h"

#define EACH_ELEMENT for (u64 n = 0; n < count; n++)

__attribute__((noinline)) void widen(const u8 *elements, i64 type, u64 count, u64 *words) {
    switch (element_bytes(type)) {
    case 1:
        EACH_ELEMENT words[n] = type == ELEMENT_S8 ? (u64)((const int8_t *)elements)[n] : elements[n];
        break;
    case 2:
        EACH_ELEMENT words[n] = ((const uint16_t *)elements)[n];
        break;
    case 4:
        EACH_ELEMENT words[n] = ((const u32 *)elements)[n];
        break;
    default:
        EACH_ELEMENT words[n] = ((const u64 *)elements)[n];
    }
}

__attribute__((noinline)) void narrow(u8 *elements, i64 type, u64 count, const u64 *words) {
    switch (element_bytes(type)) {
    case 1:
        EACH_ELEMENT elements[n] = (u8)words[n];
        break;
    case 2:
        EACH_ELEMENT ((uint16_t *)elements)[n] = (uint16_t)words[n];
        break;
    case 4:
        EACH_ELEMENT ((u32 *)elements)[n] = (u32)words[n];
        break;
    default:
        EACH_ELEMENT ((u64 *)elements)[n] = words[n];
    }
}

u64 gather(struct Frames *frames, u64 have, u64 place, const struct Fragment *part, u64 *matrix) {
    u64 count = part->elements, bytes = element_bytes(part->type);
    EACH_LANE(lane, have) {
        const void *own = (u8 *)frame_at(frames, lane) + place;
        const uint16_t *cells = part->cells + lane * count;
        if (bytes == 2)
            EACH_ELEMENT matrix[cells[n]] = ((const uint16_t *)own)[n];
        else if (bytes == 4)
            EACH_ELEMENT matrix[cells[n]] = ((const u32 *)own)[n];
        else if (bytes == 8)
            EACH_ELEMENT matrix[cells[n]] = ((const u64 *)own)[n];
        else
            EACH_ELEMENT matrix[cells[n]] =
                part->type == ELEMENT_S8 ? (u64)((const int8_t *)own)[n] : ((const u8 *)own)[n];
    }
    return place + count * bytes;
}

u64 scatter(struct Frames *frames, u64 have, u64 place, const struct Fragment *part, const u64 *matrix) {
    u64 count = part->elements, bytes = element_bytes(part->type);
    EACH_LANE(lane, have) {
        void *own = (u8 *)frame_at(frames, lane) + place;
        const uint16_t *cells = part->cells + lane * count;
        if (bytes == 2)
            EACH_ELEMENT ((uint16_t *)own)[n] = (uint16_t)matrix[cells[n]];
        else if (bytes == 4)
            EACH_ELEMENT ((u32 *)own)[n] = (u32)matrix[cells[n]];
        else if (bytes == 8)
            EACH_ELEMENT ((u64 *)own)[n] = matrix[cells[n]];
        else
            EACH_ELEMENT ((u8 *)own)[n] = (u8)matrix[cells[n]];
    }
    return place + count * bytes;
}

/* ---- `wmma.load` and `wmma.store`: x0 is the address, x1 the elements from one row or column to the next */

static inline __attribute__((always_inline)) void move_fragment(struct Context *ctx, struct Frames *frames, u64 have,
                                                                u64 site, const struct Accesses *accesses, i64 type,
                                                                u64 *matrix, bool loads) {
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
                record_access(ctx, frame, site, (u64)accesses->event, 0, 0);
            u64 *words = &matrix[major * accesses->row_elements + minor];
            if (loads)
                widen(memory, type, accesses->count, words);
            else
                narrow(memory, type, accesses->count, words);
        }
    }
}

void matrix_load(struct Context *ctx, struct Frames *frames, u64 have, u64 site, u64 place,
                 const struct Fragment *part, const struct Accesses *accesses) {
    u64 matrix[MOST_CELLS + 1] = {0};
    move_fragment(ctx, frames, have, site, accesses, part->type, matrix, true);
    scatter(frames, have, place, part, matrix);
}

void matrix_store(struct Context *ctx, struct Frames *frames, u64 have, u64 site, u64 place,
                  const struct Fragment *part, const struct Accesses *accesses) {
    u64 matrix[MOST_CELLS + 1] = {0};
    gather(frames, have, place, part, matrix);
    move_fragment(ctx, frames, have, site, accesses, part->type, matrix, false);
}
