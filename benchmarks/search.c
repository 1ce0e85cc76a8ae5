/* Alpha-beta on Othello with weighted squares: the yardstick of the plain search.
 *
 * The same algorithm as ludogen.kernels.plain_search: fail-soft negamax, moves in order of squares, a finished game has
 * its exact value at every depth, nodes counted and the principal variation kept. Built with gcc -O3 -march=native.
 */
#include "othello.h"

#define DEEPEST 64

typedef struct {
    int64_t nodes, limit, stop, length[DEEPEST + 2];
    u64 line[DEEPEST + 2][DEEPEST + 2];
    float worth[64];
} Work;

static inline float sum_of(u64 bits, const float *worth) {
    float total = 0;
    for (; bits; bits &= bits - 1) total += worth[__builtin_ctzll(bits)];
    return total;
}

static float final_value(u64 own, u64 opp, int ply) {
    int lead = __builtin_popcountll(own) - __builtin_popcountll(opp);
    if (lead == 0) return 0;
    float margin = 64.0f * (lead > 0 ? lead : -lead) - ply;
    return lead > 0 ? 1e6f + margin : -1e6f - margin;
}

static inline void note_line(Work *work, int ply, u64 move) {
    int64_t length = work->length[ply + 1];
    work->line[ply][0] = move;
    for (int64_t i = 0; i < length; i++) work->line[ply][i + 1] = work->line[ply + 1][i];
    work->length[ply] = length + 1;
}

static float value(u64 own, u64 opp, int depth, float alpha, float beta, int ply, Work *work) {
    work->length[ply] = 0;
    if (++work->nodes >= work->limit) work->stop = 1;
    if (work->stop) return 0;
    if (depth <= 0 || ply >= DEEPEST) {
        if (!placements(own, opp) && !placements(opp, own)) return final_value(own, opp, ply);
        return sum_of(own, work->worth) - sum_of(opp, work->worth);
    }
    u64 squares = placements(own, opp);
    int must_pass = !squares && placements(opp, own);
    if (!squares && !must_pass) return final_value(own, opp, ply);
    float best = -1e9f;
    do {
        u64 square = squares & -squares;
        squares ^= square;
        u64 turned = flips(own, opp, square);
        float found = -value(opp ^ turned, own ^ turned ^ square, depth - 1, -beta, -alpha, ply + 1, work);
        if (found > best) {
            best = found;
            if (found > alpha) {
                alpha = found;
                note_line(work, ply, square);
                if (found >= beta) break;
            }
        }
    } while (squares);
    return best;
}

/* Search many positions; returns all nodes. `values` gets the value of each. */
int64_t search_many(const u64 *own, const u64 *opp, int number, int depth, const float *worth, float *values) {
    static Work work;
    int64_t nodes = 0;
    for (int i = 0; i < 64; i++) work.worth[i] = worth[i];
    work.limit = INT64_MAX;
    for (int i = 0; i < number; i++) {
        work.nodes = work.stop = 0;
        values[i] = value(own[i], opp[i], depth, -1e9f, 1e9f, 0, &work);
        nodes += work.nodes;
    }
    return nodes;
}
