/* The records that machine code and Python share, and the numbers in them.

   This is their only definition: `scripts/build_runtime.py` asks the compiler for each offset, size and number here, and
   writes them to `records.py`. Words have 8 bytes, so that Python can fill records as arrays of 64-bit integers. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int64_t i64;
typedef uint64_t u64;
typedef uint32_t u32;
typedef uint8_t u8;

/* ---- virtual addresses

   A global address is `buffer id << 36 | 2^35 + offset`: however far an index strays, before or after its array, it does
   not reach a neighbour (idea: Oclgrind). Shared variables are `(index + 1) << 22 | 2^21 + offset`, 32 bits. Generic
   addresses are the same numbers, with a window's id in front for shared and local memory. */

enum : i64 {
    ID_SHIFT = 36,
    BIAS = 1ll << (ID_SHIFT - 1),
    OFFSET_MASK = (1ll << ID_SHIFT) - 1,
    SHARED_ID = 1,
    LOCAL_ID = 2,
    PARAM_ID = 3,
    FIRST_BUFFER_ID = 4,
    MOST_BUFFERS = 256,
    LOCAL_BASE = LOCAL_ID << ID_SHIFT | BIAS,

    SHARED_SHIFT = 22,
    SHARED_BIAS = 1 << (SHARED_SHIFT - 1),
    MOST_SHARED = 256,
};

/* An array in global memory; `fresh` where its content counts as uninitialised. */
struct Buffer {
    u8 *data;
    u64 bytes;
    u8 *shadow;
    u64 fresh;
};

/* A shared variable: its size, and its place in the block's memory. */
struct Symbol {
    u64 bytes, place;
};

/* ---- stamps

   An access leaves `epoch << 32 | thread << 16 | site` in the shadow of what it touched. An epoch is a stretch between
   two barriers of one block; it only grows, so nothing has to be cleared between phases or blocks. */

enum : u64 {
    EPOCH_SHIFT = 32,
    THREAD_SHIFT = 16,
    MOST_SITES = 1 << THREAD_SHIFT,
    NEXT_EPOCH = 1ull << EPOCH_SHIFT,
    /* In the shadow of global memory: a store of an earlier launch, which ended before this one began. No access's own
       stamp is as small, because epochs count from 1. */
    EARLIER = 1,
};

/* What accesses of one shape have in common: the space, shifted; what is done, and its class, as histories know it;
   granules that one touches, and bytes of a granule's record; whether it must find what a store has left. Then where in
   a record each field is, −1 for none: the last store, the last plain store, readers, atomic updates, the history. */
struct Shape {
    u64 space, deed, class, granules, stride, content;
    i64 write, store;
    i64 first, last, before;
    i64 atomic_first, atomic_last, atomic_before;
    i64 history;
};

/* Parts of a register's mark (`threads/unwritten_copies.c`). */
enum : u32 {
    UNSET_WHERE = 0x1FFFF,
    UNSET_COMPUTED = 1u << 20,
    UNSET_SHIFT = 24,
    UNSET_BYTES = 0xFFu << UNSET_SHIFT,
};

static inline u64 epoch_of(u64 stamp) { return stamp >> EPOCH_SHIFT; }
static inline u64 thread_of(u64 stamp) { return stamp >> THREAD_SHIFT & 0xFFFF; }
/* Whether two accesses are by one thread in one epoch. */
static inline bool one_after_another(u64 stamp, u64 other) { return (stamp ^ other) < MOST_SITES; }

/* ---- who knows of whom: see `ordering/clocks.c` */

/* Rows of one line are numbered: each tells all that those before it tell. Only the last one goes on with the line. */
struct Row {
    i64 holders;
    /* The next row that is free: bytes from the pool's begin, 0 for none. */
    u64 next_free;
    u64 line;
    u32 number;
    bool last;
    u32 epochs[];
};

/* What a thread knows, or threads that meet know together. */
struct Knowledge {
    struct Row *known;
    struct Row *fenced;
    struct Row *pending;
};

/* Words that all contexts of a worker share: rows and nodes that are free and were never used, in bytes of their pools;
   how many lines rows have begun; whether rows have run out, so that everything counts as ordered. */
struct Books {
    u64 row_free, row_used, row_limit, lines;
    u64 node_free, node_used, node_limit;
    u64 blind;
};

/* ---- who touched a granule: see `ordering/histories.c` */

enum {
    /* Classes of accesses, and what is set beside the class of an asynchronous copy's, and where a relaxed load reads
       data on which no branch depends. */
    WRITE = 1,
    READ = 2,
    UPDATE = 4,
    WATCH = 8,
    CLASSES = 15,
    ASYNC = 16,
    OF_DATA = 32,
    /* In a race's extra word, beside the class of the other access: only a fence is missing, a flag had told of the
       access; it is by a copy that its thread has not waited for; a store put another value into the cell. The number of
       the other's block, plus one, begins at a bit of its own. */
    UNFENCED = 16,
    UNWAITED = 32,
    DIFFERS = 64,
    SPACE_SHIFT = 8,
    IN_GLOBAL = 0 << SPACE_SHIFT,
    IN_SHARED = 1 << SPACE_SHIFT,
    IN_LOCAL = 2 << SPACE_SHIFT,
    OTHER_BLOCK_SHIFT = 16,
};

/* Accesses of one block and class: who made them is in each one's stamp, and `who` is `block << 8 | ASYNC? | class`.
   One by an asynchronous copy stands alone, with the group of copies that it belongs to. Stamps that follow one another
   by the same step, as those of the threads that read a tile's cell do, are a run: its first and its last one. */
enum { TOGETHER = 4 };

struct Node {
    u64 who;
    /* Bytes from the pool's begin; 0 for none. */
    u32 next;
    u32 count;
    i64 copy_group;
    /* Of a run; else 0. */
    u64 step;
    u64 stamps[TOGETHER];
};

/* A granule's list of accesses; which classes it holds, its length, and from which length on it is looked through; what
   a flag at this place has told. */
struct History {
    u32 first;
    u32 classes : 8;
    u32 length : 24;
    u32 walk_at;
    struct Row *told;
};

struct Scratch {
    struct Knowledge group;
    /* What accesses outside their array find as a flag, and leave as one for nobody; in a history that stays empty. */
    struct History no_history;
};

/* Asynchronous copies of a thread: the group that is open, how many are complete, when the last ones were. */
enum { COPY_GROUPS = 64 };

struct Copies {
    i64 open;
    i64 complete;
    u32 times[COPY_GROUPS];
};

/* ---- barriers */

enum {
    BARRIERS = 16,
    /* Completions of one barrier that threads may have arrived for ahead of time. */
    COMPLETIONS = 8,
    MOST_THREADS = 1024,
};

/* Who has arrived for one completion of a barrier without waiting: how many, what they knew, a bit for each thread. */
struct Arrivals {
    u64 count;
    struct Knowledge group;
    u64 threads[MOST_THREADS / 64];
};

/* ---- what a thread and a launch end with */

enum : i64 {
    /* What `step` gives: a suspension's number (> 0), an exit (-1 - site), or that the launch must end; rows of threads
       may also give up (see `rows/sentinels.c`). Of an exit that is told of, `EXIT_REPORTED` is kept. */
    ABORT = -(1ll << 31),
    EXIT_REPORTED,
    GIVE_UP,
    /* Set in the state of a thread that may go on. */
    RELEASED = 1ll << 40,
    STATE = 0xFFFFFFFF,
};

enum {
    /* What `run` gives. */
    ALL_DONE = 0,
    ABORTED = 1,
    HANDED_OVER = 2,
    /* Why a launch had to end. */
    ABORT_FUEL = 1,
    ABORT_TRAP,
    ABORT_ASSERT,
    ABORT_UNSUPPORTED,
    ABORT_STACK,
    ABORT_CALL,
    ABORT_OPERAND,
};

/* ---- operations of a warp: see `scheduling/operations.c` */

enum {
    SHUFFLE_UP,
    SHUFFLE_DOWN,
    SHUFFLE_BFLY,
    SHUFFLE_IDX,
};

enum {
    VOTE_BALLOT,
    VOTE_ALL,
    VOTE_ANY,
    VOTE_UNI,
};

enum {
    MATCH_ANY,
    MATCH_ALL,
};

enum {
    REDUCE_ADD,
    REDUCE_AND,
    REDUCE_OR,
    REDUCE_XOR,
    REDUCE_MIN_U32,
    REDUCE_MIN_S32,
    REDUCE_MAX_U32,
    REDUCE_MAX_S32,
};

/* ---- a thread */

struct Frame {
    u64 tid_x, tid_y, tid_z, linear;
    /* Where a branch decided that the thread leaves the kernel; −1 where none did. */
    i64 exit_site;
    u8 *local;
    u8 *local_shadow;
    /* What a thread hands over when it waits for others, and gets back; where it waits for a phase, `x0` is the mbarrier,
       `x1` a state whose phase is asked for, and `x2` where the mbarrier keeps what flags have told. */
    u64 mask, barrier, expected;
    u64 x0, x1, x2;
    u64 y0, y1;
    /* The mark of what a thread brings to a shuffle (`threads/unwritten_copies.c`), and of what it gets. */
    u64 brought_mark, found_mark;
    u64 turns;
    struct Knowledge knows;
    /* The flag that the thread read last, with its own stamp then and that of the flag's last write. */
    struct History *polled;
    u64 polled_stamp, polled_write;
    /* The stack: where in local memory the function's variables begin, where the stack ends, bytes of saved registers. */
    u64 base, top, saved;
    /* Registers that live across barriers follow. */
};

/* Frames of a block or of a warp: they are `frame_bytes` apart. */
struct Frames;

/* ---- what a launch leaves */

/* A row for each kind of finding and site. */
struct Finding {
    u64 count;
    /* Of the first: the offset in the object, the object, who, the other's stamp, when, more that the kind knows of. */
    u64 offset, object;
    u64 block, thread;
    u64 other;
    u64 epoch;
    u64 extra;
};

/* In the extra word of a barrier's divergence: the mask of a warp operation leaves the thread out; all threads wait at
   one barrier, and it asks for more. */
enum {
    LEFT_OUT = 1,
    STANDSTILL = 2,
};

/* An access, a value or a barrier of a recorded block; `who` is `phase << 32 | thread`. */
struct Event {
    u64 who, site, kind, offset, object, value;
};

/* A call of printf: its format's address, the bytes of its values, the block, `site << 32 | thread`. */
struct Printed {
    u64 format, bytes, block, who;
    u8 values[];
};

enum { MOST_PRINTED_BYTES = 512 };

/* What a site reached whose space only the run tells: bytes of global and of shared memory. */
struct Reached {
    u64 global_bytes, shared_bytes;
};

/* What memory held before a row of threads stored there. */
struct Undo {
    u8 *place;
    u64 bytes;
    u8 old[64];
};

enum { MOST_UNDO = 12288, MOST_UNDO_OF_BLOCK = 4096 };

/* How an access of a row went: well; the block must go the careful way; the launch must. What a word of global memory has
   seen. See `rows/sentinels.c`. */
enum {
    ROW_FINE,
    ROW_BACK,
    ROW_GIVE_UP,
    ROW_READ = 1,
    ROW_WRITTEN = 2,
};

/* Bits that hold a count of arrivals in an `mbarrier`; see `threads/mbarriers.c`. */
enum { MBARRIER_COUNT_BITS = 20, MBARRIER_MOST = (1 << MBARRIER_COUNT_BITS) - 1 };

/* ---- a launch */

/* Jumps backwards that a thread's way to a barrier counts as: a loop that waits for others each time costs far more than
   its jump. */
enum { BARRIER_FUEL = 4 };

/* What `run` and `step` get. */
struct Context {
    i64 fuel;
    u64 epoch, begin;
    struct Buffer *buffers;
    u8 *params;
    u8 *shared;
    u8 *shared_shadow;
    u64 shared_bytes, dynamic_bytes;
    struct Symbol *symbols;
    struct Frames *frames;
    i64 *resume;
    u64 *counters;
    struct Finding *findings;
    u64 *blocks_log;
    u64 block;
    struct Reached *reached;
    u64 ctaid_x, ctaid_y, ctaid_z;
    u64 nctaid_x, nctaid_y, nctaid_z;
    u64 ntid_x, ntid_y, ntid_z;
    u64 threads;
    u8 *scratch;
    u8 *stray;
    u64 abort_code, abort_site, abort_thread;
    u64 assert_message, assert_file, assert_line, assert_function;
    u8 *printf;
    u64 printf_used, printf_size, printf_lost;
    struct Event *events;
    u64 events_used, events_size;
    u64 events_block, events_warps;
    u64 phase;
    u64 clock;
    u64 last_offset, last_object, last_space;
    struct Undo *undo;
    u64 undo_used;
    u32 *wrote;
    u32 *read;
    u64 *counters_saved;
    u64 counters_bytes;
    /* The epoch in which the last barrier of the whole block ended. */
    u64 interval;
    struct Arrivals *arrivals;
    struct Books *books;
    u8 *rows;
    u64 row_bytes;
    /* Epochs of a row; threads of a block where rows tell blocks apart, else 0; what counts as past of other blocks. */
    u64 width, stride, foreign;
    u8 *nodes;
    struct Scratch *gathered;
    /* What flags have told at the place of the access that goes on. */
    struct Row **flag;
    struct Copies *copies;
    /* Whether there are other blocks to hand over to; whether this one goes on; its passes since it began to wait. */
    u64 company, resumed, passes;
    /* Whether threads and warps of a block, and blocks, take their turns the other way round; rounds of a waiting loop
       before a thread gives up its turn. */
    u64 reversed, mirrored, patience;
    /* The row of the findings table that was counted last, plus one; what shared memory holds at first. */
    u64 told, poison;
    /* What `fuel` is when a block begins that no other goes on beside. */
    i64 block_fuel;
    /* How many rows of the findings table are used, then which, in the order in which they were. */
    u64 *used_rows;
    /* The address of the workspace of a cooperative launch, in halves. */
    u64 workspace_high, workspace_low;
    /* Blocks side by side of which all rows have their turns before the next ones do; the grid's width for no panels. */
    u64 panel;
    /* For each load of a row of threads, where it was before. */
    u64 *trails;
    /* Where the stores of this block begin in `undo`; and whether those of earlier blocks stay, to undo the whole launch. */
    u64 undo_first;
    u64 undo_all;
};

/* ---- matrix instructions: see `matrices/`; a kernel's own IR holds these as constants */

enum {
    ELEMENT_S8,
    ELEMENT_U8,
    ELEMENT_F16,
    ELEMENT_BF16,
    ELEMENT_TF32,
    ELEMENT_F32,
    ELEMENT_S32,
    ELEMENT_F64,
};

/* The most elements that a matrix has. */
enum { MOST_CELLS = 512 };

/* Which elements of a matrix a lane holds: `elements` of each lane in `cells`; one that does not count is `MOST_CELLS`. */
struct Fragment {
    const uint16_t *cells;
    u64 elements;
    i64 type;
};

/* How a fragment lies in memory: for each lane the row (or column) and the place in it where an access of `count`
   elements begins, `most` of them a lane, −1 for none; elements of a row of the matrix without gaps. `touch` announces
   an access; `event` is the kind that is logged, −1 for none. */
struct Accesses {
    const int32_t (*places)[2];
    u64 most, count, row_elements;
    u8 *(*touch)(struct Context *ctx, struct Frame *frame, u64 address, u64 site);
    i64 event;
};

/* A product's shape; how sums of halves and the like are rounded, and whether sums of integers are kept in range. */
struct Product {
    u64 m, n, k;
    u64 step, extra_bits;
    u64 saturates;
};

/* ---- what each kernel's own IR defines */

extern const u64 frame_bytes;
/* Whether fences and flags order threads, and not barriers alone. */
extern const u64 causal;
/* Shared memory's shadow: bytes that a granule covers, bytes of its record, where in it the history is. */
extern const u64 shared_granule, shared_stride, shared_history;
/* Suspensions are numbered by kind: barriers of the block up to the first, operations of warps up to the second, turns
   given up up to the third, phases of an mbarrier up to the fourth, and after that those that the thread has arrived for
   just before. */
extern const i64 last_barrier, last_operation, last_turn, last_phase;
/* Where rows of the findings table for each kind begin; −1 where nobody asks for them. */
extern const i64 first_row_of_out_of_bounds, first_row_of_misaligned_access, first_row_of_uninitialized_read,
    first_row_of_data_race, first_row_of_barrier_divergence, first_row_of_early_exit;

/* One thread runs from a suspension's number to where it stops next. */
i64 step(struct Context *ctx, struct Frame *frame, i64 resume);
/* The site of the instruction at a suspension. */
u64 suspension_site(i64 state);
/* The number that all suspensions at the same operation of a warp share, and the operation done by lanes of a warp. */
i64 operation_of(i64 state);
void perform(struct Context *ctx, struct Frames *frames, u64 have, i64 state);

/* Lanes of a warp that are in a set of them. */
#define EACH_LANE(lane, have) for (u64 lane = 0; (have) >> lane; lane++) if ((have) >> lane & 1)

static inline struct Frame *frame_at(struct Frames *frames, u64 thread) {
    return (struct Frame *)((u8 *)frames + thread * frame_bytes);
}
