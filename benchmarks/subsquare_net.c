// The yardstick for nets: the 5046-weight checkers net by hand, with vectors of 16 floats, over an array of positions.
//
// The record is the one of src/ludogen/kernels/checkers_nets.py. Built with -O3 -march=native -ffast-math, so the
// compiler may fuse, reorder and replace the divisions; results differ from ours in the last bits.

#include <stdint.h>
#ifdef __AVX512F__
#include <immintrin.h>
#endif

typedef float vec __attribute__((vector_size(64)));
typedef uint64_t u64;

typedef struct {
    float first[35][96], first_bias[96];
    float second[96][48], second_bias[48];
    float third[48][16], third_bias[16];
    float last[16], last_bias;
    float pieces[4];
} net_t;

static inline vec load(const float *p) {
    vec v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
}

static inline vec splat(float x) {
    return (vec){x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x};
}

static inline vec limit(vec x) {
    vec high = splat(7.90531110763549805f), low = -high;
#ifdef __AVX512F__
    return (vec)_mm512_max_ps(_mm512_min_ps((__m512)x, (__m512)high), (__m512)low);
#else
    for (int k = 0; k < 16; k++) x[k] = x[k] < high[k] ? x[k] : high[k];
    for (int k = 0; k < 16; k++) x[k] = x[k] > low[k] ? x[k] : low[k];
    return x;
#endif
}

static inline vec tanh16(vec x) {
    x = limit(x);
    vec z = x * x;
    vec p = z * -2.76076847742355e-16f + 2.00018790482477e-13f;
    p = p * z + -8.60467152213735e-11f;
    p = p * z + 5.12229709037114e-08f;
    p = p * z + 1.48572235717979e-05f;
    p = p * z + 6.37261928875436e-04f;
    p = p * z + 4.89352455891786e-03f;
    vec q = z * 1.19825839466702e-06f + 1.18534705686654e-04f;
    q = q * z + 2.26843463243900e-03f;
    q = q * z + 4.89352518554385e-03f;
    return x * p / q;
}

static inline float evaluate(const net_t *net, u64 own, u64 opp, u64 kings, u64 colour, u64 root) {
    u64 theirs = colour == root ? opp : own;
    vec s[6];
    for (int k = 0; k < 6; k++) s[k] = load(net->first_bias + 16 * k);
    float inputs = 0;
    for (u64 left = own | opp; left; left &= left - 1) {
        int bit = __builtin_ctzll(left);
        float worth = net->pieces[(theirs >> bit & 1) | (kings >> bit & 1) << 1];
        inputs += worth;
        const float *row = net->first[bit];
        for (int k = 0; k < 6; k++) s[k] += worth * load(row + 16 * k);
    }
    float h[96] __attribute__((aligned(64)));
    for (int k = 0; k < 6; k++) *(vec *)(h + 16 * k) = tanh16(s[k]);

    vec a[3], b[3];
    for (int k = 0; k < 3; k++) a[k] = load(net->second_bias + 16 * k), b[k] = splat(0);
    for (int i = 0; i < 92; i += 2)
        for (int k = 0; k < 3; k++) {
            a[k] += h[i] * load(net->second[i] + 16 * k);
            b[k] += h[i + 1] * load(net->second[i + 1] + 16 * k);
        }
    for (int k = 0; k < 3; k++) *(vec *)(h + 16 * k) = tanh16(a[k] + b[k]);

    vec c[4] = {load(net->third_bias)};
    for (int i = 0; i < 40; i += 4)
        for (int k = 0; k < 4; k++) c[k] += h[i + k] * load(net->third[i + k]);
    vec products = tanh16((c[0] + c[1]) + (c[2] + c[3])) * load(net->last);
    float sum = net->last_bias + inputs;
    for (int k = 0; k < 16; k++) sum += products[k];
    return colour == root ? sum : -sum;
}

void evaluate_many(const net_t *net, int64_t n, const u64 *own, const u64 *opp, const u64 *kings, const u64 *colour,
                   u64 root, float *out) {
    for (int64_t i = 0; i < n; i++) out[i] = evaluate(net, own[i], opp[i], kings[i], colour[i], root);
}
