/* Perft without a table for Othello and checkers: the yardstick that the compiled kernels are measured against.
 *
 * The same bitboards and the same convention as ludogen.kernels (leaves counted in their parent, a finished game counts
 * as one), written the way one would in C: moves of checkers go into an array on the stack, jumps are found by recursion.
 * Built as a shared library (gcc -O3 -march=native -shared -fPIC) so that both are timed in one process, in turns.
 */
#include "othello.h"

/* ---- Othello ---- */

static u64 othello(u64 own, u64 opp, int depth) {
    u64 squares = placements(own, opp);
    if (!squares) {
        if (depth == 1 || !placements(opp, own)) return 1;
        return othello(opp, own, depth - 1);
    }
    if (depth == 1) return __builtin_popcountll(squares);
    u64 found = 0;
    do {
        u64 square = squares & -squares;
        squares ^= square;
        u64 turned = flips(own, opp, square);
        found += othello(opp ^ turned, own ^ turned ^ square, depth - 1);
    } while (squares);
    return found;
}

/* ---- checkers: square n is bit n - 1 + (n - 1) / 8, steps are rotations by 4 and 5 ---- */

#define SQUARES 0x7FBFDFEFFULL
#define RED_CROWN 0x780000000ULL
#define WHITE_CROWN 0xFULL
#define CAPTURED 0x7FFFFFFFFULL
#define MOST_MOVES 256

typedef struct {
    u64 own, opp, kings;
    int colour;
} Board;

static inline u64 rotate(u64 bits, int places) { return bits << (places & 63) | bits >> (-places & 63); }

/* Squares from which a piece could jump against these two rotations. */
static inline u64 jump_starts(u64 opp, u64 empty, int b4, int b5) {
    return rotate(opp & rotate(empty, b4), b4) | rotate(opp & rotate(empty, b5), b5);
}

static u64 *jumps_from(u64 at, u64 start, u64 captured, u64 opp, u64 empty, int down, int up, u64 *out) {
    static const int turns[4] = {4, 5, 60, 59};
    int found = 0;
    for (int d = down ? 0 : 2; d < (up ? 4 : 2); d++) {
        u64 over = rotate(at, turns[d]) & opp;
        u64 landing = rotate(over, turns[d]) & empty;
        if (landing) {
            found = 1;
            out = jumps_from(landing, start, captured | over, opp ^ over, empty, down, up, out);
        }
    }
    if (!found) *out++ = captured | start << 35 | (u64)__builtin_ctzll(at) << 41;
    return out;
}

static inline u64 *steps(u64 landings, int back, u64 *out) {
    for (; landings; landings &= landings - 1) {
        u64 landing = landings & -landings;
        *out++ = (u64)__builtin_ctzll(rotate(landing, back)) << 35 | (u64)__builtin_ctzll(landing) << 41;
    }
    return out;
}

static u64 checkers(const Board *b, int depth) {
    u64 list[MOST_MOVES], *end = list;
    u64 empty = SQUARES & ~(b->own | b->opp), kings = b->own & b->kings;
    u64 down = b->colour ? kings : b->own, up = b->colour ? b->own : kings;
    u64 down_starts = jump_starts(b->opp, empty, -4, -5), up_starts = jump_starts(b->opp, empty, 4, 5);
    u64 jump = (down & down_starts) | (up & up_starts);
    if (jump) {
        if (depth == 1 && !(jump & kings)) { /* only men jump: if none can go on, count the landings */
            u64 d4 = rotate(rotate(down, 4) & b->opp, 4) & empty, d5 = rotate(rotate(down, 5) & b->opp, 5) & empty;
            u64 u4 = rotate(rotate(up, -4) & b->opp, -4) & empty, u5 = rotate(rotate(up, -5) & b->opp, -5) & empty;
            u64 n = b->colour ? __builtin_popcountll(u4) + __builtin_popcountll(u5)
                              : __builtin_popcountll(d4) + __builtin_popcountll(d5);
            if (!(b->colour ? (u4 | u5) & up_starts : (d4 | d5) & down_starts)) return n;
        }
        for (; jump; jump &= jump - 1) {
            u64 at = jump & -jump;
            end = jumps_from(at, __builtin_ctzll(at), 0, b->opp, empty | at, (at & down) != 0, (at & up) != 0, end);
        }
        if (depth == 1) return end - list;
    } else {
        u64 d4 = rotate(down, 4) & empty, d5 = rotate(down, 5) & empty;
        u64 u4 = rotate(up, -4) & empty, u5 = rotate(up, -5) & empty;
        if (depth == 1) {
            u64 n = __builtin_popcountll(d4) + __builtin_popcountll(d5) + __builtin_popcountll(u4) +
                    __builtin_popcountll(u5);
            return n ? n : 1;
        }
        end = steps(u5, 5, steps(u4, 4, steps(d5, -5, steps(d4, -4, end))));
        if (end == list) return 1;
    }
    u64 found = 0;
    for (u64 *m = list; m < end; m++) {
        u64 captured = *m & CAPTURED, start = 1ULL << (*m >> 35 & 63), to = 1ULL << (*m >> 41);
        u64 crowned = (b->kings & start) | (to & (b->colour ? WHITE_CROWN : RED_CROWN)) ? to : 0;
        Board next = {b->opp & ~captured, b->own ^ start ^ to, (b->kings & ~(captured | start)) | crowned, !b->colour};
        found += checkers(&next, depth - 1);
    }
    return found;
}

/* ---- called from Python by ctypes ---- */

u64 perft_othello(int depth) { return othello(0x0000000810000000ULL, 0x0000001008000000ULL, depth); }

u64 perft_checkers(int depth) {
    Board start = {0x1EFF, 0x7FBC00000ULL, 0, 0};
    return checkers(&start, depth);
}
