/* The rules of Othello on bitboards, as in ludogen.kernels.othello, for the C yardsticks. */
#include <stdint.h>

typedef uint64_t u64;

#define INNER 0x7E7E7E7E7E7E7E7EULL

static inline u64 run_up(u64 start, u64 between, int step) {
    u64 run = between & (start << step);
    run |= between & (run << step);
    u64 pairs = between & (between << step);
    run |= pairs & (run << 2 * step);
    run |= pairs & (run << 2 * step);
    return run;
}

static inline u64 run_down(u64 start, u64 between, int step) {
    u64 run = between & (start >> step);
    run |= between & (run >> step);
    u64 pairs = between & (between >> step);
    run |= pairs & (run >> 2 * step);
    run |= pairs & (run >> 2 * step);
    return run;
}

static inline u64 placements(u64 own, u64 opp) {
    u64 inner = opp & INNER;
    u64 found = run_up(own, inner, 1) << 1 | run_down(own, inner, 1) >> 1;
    found |= run_up(own, opp, 8) << 8 | run_down(own, opp, 8) >> 8;
    found |= run_up(own, inner, 7) << 7 | run_down(own, inner, 7) >> 7;
    found |= run_up(own, inner, 9) << 9 | run_down(own, inner, 9) >> 9;
    return found & ~(own | opp);
}

static inline u64 flips_up(u64 own, u64 square, u64 between, int step) {
    u64 run = run_up(square, between, step);
    return run & -(u64)(((run << step) & own) != 0);
}

static inline u64 flips_down(u64 own, u64 square, u64 between, int step) {
    u64 run = run_down(square, between, step);
    return run & -(u64)(((run >> step) & own) != 0);
}

static inline u64 flips(u64 own, u64 opp, u64 square) {
    u64 inner = opp & INNER;
    return flips_up(own, square, inner, 1) | flips_down(own, square, inner, 1) | flips_up(own, square, opp, 8) |
           flips_down(own, square, opp, 8) | flips_up(own, square, inner, 7) | flips_down(own, square, inner, 7) |
           flips_up(own, square, inner, 9) | flips_down(own, square, inner, 9);
}
