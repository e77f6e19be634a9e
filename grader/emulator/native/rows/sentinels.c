/* Accesses of a row of threads, and the sentinels that watch them.

   Shared memory: every 4-byte word has the number of the barrier interval in which it was last written and last read. A
   read of a word written in this interval, or not yet in this block, and a write to one touched in it, are odd.
   Global memory: every word has a flag for read and for written. A read of a written word and a write to a touched one
   are odd, whoever did it: that ends the fast way for the whole launch, anything else only for the block. */

#include "records.h"

/* See `rows.c`. */
extern const u64 watched;

static bool inside(i64 offset, i64 length, i64 size) {
    return ((length - offset - size) | offset) >= 0;
}

/* Lanes' accesses to words of a shared array at `start`, `length` bytes long, under a mask; whether something is odd. */
bool row_shared(u8 *shared, u32 *wrote, u32 *read, u32 now, u32 begin, const i64 *offsets, i64 start, i64 length,
                u64 mask, bool storing, u32 *data) {
    for (u64 lane = 0; mask >> lane; lane++) {
        if (!(mask >> lane & 1))
            continue;
        i64 place = start + offsets[lane];
        if (!inside(offsets[lane], length, 4) || place & 3)
            return true;
        if (watched) {
            u64 word = (u64)place / 4;
            if (storing ? wrote[word] >= now || read[word] >= now : wrote[word] - begin >= now - begin)
                return true;
            *(storing ? &wrote[word] : &read[word]) = now;
        }
        u32 *cell = (u32 *)(shared + place);
        *(storing ? cell : &data[lane]) = *(storing ? &data[lane] : cell);
    }
    return false;
}

/* Keep what memory holds, to be put back; false when there is no room. */
static bool remember(struct Context *ctx, u8 *place, u64 bytes) {
    if (ctx->undo_used >= MOST_UNDO)
        return false;
    struct Undo *row = &ctx->undo[ctx->undo_used++];
    row->place = place;
    row->bytes = bytes;
    __builtin_memcpy(row->old, place, bytes);
    return true;
}

static const struct Buffer *buffer_at(const struct Buffer *buffers, u64 address) {
    u64 number = address >> ID_SHIFT;
    return &buffers[number < MOST_BUFFERS ? number : 0];
}

static i64 offset_of(u64 address) {
    return (i64)(address & OFFSET_MASK) - BIAS;
}

static bool is_word(const struct Buffer *buffer, i64 offset) {
    return inside(offset, buffer->bytes, 4) && !(offset & 3);
}

/* One lane's load; what is not written to stays shared among the caches. */
static inline __attribute__((always_inline)) u32 load_word(const struct Buffer *buffer, i64 offset, u32 *data) {
    if (!is_word(buffer, offset))
        return ROW_BACK;
    u8 *flag = &buffer->shadow[offset / 4];
    if (*flag & ROW_WRITTEN)
        return ROW_GIVE_UP;
    if (buffer->fresh)
        return ROW_BACK;
    if (*flag != ROW_READ)
        *flag = ROW_READ;
    *data = *(u32 *)(buffer->data + offset);
    return ROW_FINE;
}

/* One lane's store. */
static u32 store_word(struct Context *ctx, const struct Buffer *buffer, i64 offset, const u32 *data) {
    if (!is_word(buffer, offset))
        return ROW_BACK;
    u8 *flag = &buffer->shadow[offset / 4];
    if (*flag)
        return ROW_GIVE_UP;
    u8 *cell = buffer->data + offset;
    if (!remember(ctx, cell, 4))
        return ROW_BACK;
    *flag = ROW_WRITTEN;
    *(u32 *)cell = *data;
    return ROW_FINE;
}

/* Lanes' accesses to global memory at any addresses, under a mask, with undo for stores. */
u32 row_global(struct Context *ctx, const struct Buffer *buffers, const u64 *addresses, u64 mask, bool storing,
               u32 *data) {
    for (u64 lane = 0; mask >> lane; lane++) {
        if (!(mask >> lane & 1))
            continue;
        const struct Buffer *buffer = buffer_at(buffers, addresses[lane]);
        i64 offset = offset_of(addresses[lane]);
        u32 answer = storing ? store_word(ctx, buffer, offset, &data[lane]) : load_word(buffer, offset, &data[lane]);
        if (answer != ROW_FINE)
            return answer;
    }
    return ROW_FINE;
}

/* A load of one word by all lanes. */
u32 row_load_one(const struct Buffer *buffers, u64 address, u32 *data) {
    return load_word(buffer_at(buffers, address), offset_of(address), data);
}

/* The same for lanes that are not neighbours after all, or not all there. */
static u32 access_apart(struct Context *ctx, const struct Buffer *buffers, u64 address, u64 mask, bool storing,
                        u32 *data) {
    u64 addresses[16];
    for (u64 lane = 0; lane < 16; lane++)
        addresses[lane] = address + 4 * lane;
    return row_global(ctx, buffers, addresses, mask, storing, data);
}

typedef u64 Flags __attribute__((aligned(1)));
typedef u32 Words8 __attribute__((vector_size(32), aligned(4)));
typedef u32 Words16 __attribute__((vector_size(64), aligned(4)));

static const u64 EACH = 0x0101010101010101;

/* Lanes next to each other, the usual case, are moved and watched as one vector. */
static inline __attribute__((always_inline)) bool is_row(const struct Buffer *buffer, i64 offset, u64 mask,
                                                         u64 width) {
    return inside(offset, buffer->bytes, 4 * (i64)width) && !(offset & 3) && mask == (1ull << width) - 1;
}

static inline __attribute__((always_inline)) void move(void *to, const void *from, u64 width) {
    if (width == 16)
        *(Words16 *)to = *(const Words16 *)from;
    else
        *(Words8 *)to = *(const Words8 *)from;
}

/* How many rows or rounds before it is read memory is asked for. */
enum { AHEAD = 8 };

/* Ask for what a load will want soon if it goes on by the same step: what a wide matrix holds below lies in other pages,
   where a processor does not look ahead by itself. */
static void fetch_ahead(u8 *cells, u64 *trail) {
    u64 step = (u64)cells - *trail;
    *trail = (u64)cells;
    __builtin_prefetch((void *)((u64)cells + AHEAD * step));
}

static inline __attribute__((always_inline)) u32 load_row(const struct Buffer *buffers, u64 address, u64 mask,
                                                          u32 *data, u64 *trail, u64 width) {
    const struct Buffer *buffer = buffer_at(buffers, address);
    i64 offset = offset_of(address);
    if (!is_row(buffer, offset, mask, width))
        return access_apart(0, buffers, address, mask, false, data);
    Flags *flags = (Flags *)(buffer->shadow + offset / 4), *more = &flags[width == 16];
    if ((*flags | *more) & EACH * ROW_WRITTEN)
        return ROW_GIVE_UP;
    if (buffer->fresh)
        return ROW_BACK;
    u8 *cells = buffer->data + offset;
    fetch_ahead(cells, trail);
    if ((*flags & *more) != EACH * ROW_READ)
        *flags = *more = EACH * ROW_READ;
    move(data, cells, width);
    return ROW_FINE;
}

static inline __attribute__((always_inline)) u32 store_row(struct Context *ctx, const struct Buffer *buffers,
                                                           u64 address, u64 mask, u32 *data, u64 width) {
    const struct Buffer *buffer = buffer_at(buffers, address);
    i64 offset = offset_of(address);
    if (!is_row(buffer, offset, mask, width))
        return access_apart(ctx, buffers, address, mask, true, data);
    Flags *flags = (Flags *)(buffer->shadow + offset / 4), *more = &flags[width == 16];
    if (*flags | *more)
        return ROW_GIVE_UP;
    u8 *cells = buffer->data + offset;
    if (!remember(ctx, cells, 4 * width))
        return ROW_BACK;
    *flags = *more = EACH * ROW_WRITTEN;
    move(cells, data, width);
    return ROW_FINE;
}

u32 row_load_8(const struct Buffer *buffers, u64 address, u64 mask, u32 *data, u64 *trail) {
    return load_row(buffers, address, mask, data, trail, 8);
}

u32 row_load_16(const struct Buffer *buffers, u64 address, u64 mask, u32 *data, u64 *trail) {
    return load_row(buffers, address, mask, data, trail, 16);
}

u32 row_store_8(struct Context *ctx, const struct Buffer *buffers, u64 address, u64 mask, u32 *data) {
    return store_row(ctx, buffers, address, mask, data, 8);
}

u32 row_store_16(struct Context *ctx, const struct Buffer *buffers, u64 address, u64 mask, u32 *data) {
    return store_row(ctx, buffers, address, mask, data, 16);
}
