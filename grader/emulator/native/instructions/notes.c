/* The books of an access that no question suspects (`threads/judging.h`). */

#include "threads/judging.h"

u64 note_reader_of_block(u64 *first, u64 *last, u64 interval, u64 stamp) {
    note_in_block(first, last, interval, stamp);
    return stamp;
}
u64 note_reader_of_grid(u64 *first, u64 *last, u64 *before, u64 stamp) {
    note_in_grid(first, last, before, stamp);
    return stamp;
}
