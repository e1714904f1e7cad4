/* card.h: what a card is, and sets of cards.
 *
 * A *face* is what is printed ("red 5", "wild +4"). A deck holds one or more copies of each
 * face. A *card* is one copy: a number from 0 to deck size - 1 (deck.h maps a card to its face).
 * Rules and people speak of faces; piles and hands hold cards. notation.h defines codes such as
 * "R5". */
#ifndef TALON_ENGINE_CARD_H
#define TALON_ENGINE_CARD_H

#include <stdbool.h>
#include <stdint.h>

/* Colours, in the order of the letters R G B Y P O. A set uses four of them. */
enum colour {
    COLOUR_NONE,
    COLOUR_RED,
    COLOUR_GREEN,
    COLOUR_BLUE,
    COLOUR_YELLOW,
    COLOUR_PURPLE,
    COLOUR_ORANGE,
    COLOUR_COUNT
};

/* The kinds of cards. A number card has its numeral in `value`. Kinds from KIND_WILD on have no
 * colour of their own (RULES.md 1, "wild"). */
enum kind {
    KIND_NUMBER,
    KIND_SKIP,
    KIND_REVERSE,
    KIND_DRAW2,
    KIND_WILD,
    KIND_WILD_DRAW4,
    KIND_WILD_HYPER,   /* hyper: H-1..H-12 */
    KIND_WILD_SKULL,   /* skull: S-1..S-8 */
    KIND_WILD_WEB,     /* web: W-1..W-9 */
    KIND_WILD_MINION,  /* minion: M-1..M-8 */
    KIND_WILD_TARGET2, /* flex WT2 */
    KIND_WILD_ALL2,    /* flex WA2 */
    KIND_WILD_FLEX4,   /* flex WF4: a wild +4 by its normal side */
    KIND_WILD_FLIP,    /* flex WAF */
    KIND_COUNT
};

static inline bool kind_is_wild(enum kind kind)
{
    return kind >= KIND_WILD;
}

/* One face. */
struct card {
    _Alignas(8) uint8_t kind; /* enum kind; a struct of 8 bytes is quick to index */
    uint8_t colour;           /* enum colour; COLOUR_NONE for wilds */
    uint8_t value;            /* numeral of a number card, else 0 */
    uint8_t flex_colour;      /* colour of the flex side, COLOUR_NONE where there is none */
    bool flex;                /* has a flex side (F-2) */
    bool flip;                /* has a flip icon (F-7) */
    uint8_t points;           /* */
};

/* Half a set of cards: bit n of the 128 is card n. Copied by assignment. The two words are one
 * vector (GCC and Clang support it on every machine), so that one operation works on both. */
struct half {
    uint64_t bits __attribute__((vector_size(16)));
};

static inline struct half half_none(void)
{
    return (struct half){{0, 0}};
}

static inline bool half_has(struct half set, unsigned card)
{
    return (set.bits[card >> 6] >> (card & 63)) & 1;
}

static inline void half_add(struct half *set, unsigned card)
{
    set->bits[card >> 6] |= UINT64_C(1) << (card & 63);
}

static inline void half_remove(struct half *set, unsigned card)
{
    set->bits[card >> 6] &= ~(UINT64_C(1) << (card & 63));
}

static inline struct half half_and(struct half a, struct half b)
{
    return (struct half){a.bits & b.bits};
}

static inline struct half half_or(struct half a, struct half b)
{
    return (struct half){a.bits | b.bits};
}

static inline struct half half_without(struct half a, struct half b)
{
    return (struct half){a.bits & ~b.bits};
}

/* The set if the condition holds, else the empty set; without a branch. */
static inline struct half half_when(bool condition, struct half set)
{
    uint64_t all = -(uint64_t)condition;
    return (struct half){{set.bits[0] & all, set.bits[1] & all}};
}

static inline bool half_empty(struct half set)
{
    return (set.bits[0] | set.bits[1]) == 0;
}

/* Without a machine instruction the builtin would call libgcc. This adds the bits of both words
 * together instead. */
static inline unsigned half_count(struct half set)
{
    uint64_t a = set.bits[0], b = set.bits[1];
#ifdef __POPCNT__
    return (unsigned)(__builtin_popcountll(a) + __builtin_popcountll(b));
#else
    const uint64_t twos = UINT64_C(0x5555555555555555), fours = UINT64_C(0x3333333333333333);
    const uint64_t eights = UINT64_C(0x0f0f0f0f0f0f0f0f);
    a -= a >> 1 & twos;
    b -= b >> 1 & twos;
    a = (a & fours) + (a >> 2 & fours) + (b & fours) + (b >> 2 & fours); /* at most 8 each */
    a = (a & eights) + (a >> 4 & eights);
    return (unsigned)((a * UINT64_C(0x0101010101010101)) >> 56);
#endif
}

/* The lowest card of a set that must not be empty. Loop: for (; !half_empty(s);
 * half_remove(&s, c)). */
static inline unsigned half_first(struct half set)
{
    /* `low` is all ones if the first word has a card, else zero. A branch would cost more: either
     * word has the lowest card about as often. */
    uint64_t low = -(uint64_t)(set.bits[0] != 0);
    uint64_t word = set.bits[0] | (set.bits[1] & ~low);
    return (unsigned)__builtin_ctzll(word) + (64 & (unsigned)~low);
}

/* A word, and the same word without its lowest bit, its two lowest and its three lowest bits. */
struct word_rest {
    uint64_t all, less1, less2, less3;
};

static inline struct word_rest word_rest_of(uint64_t word)
{
    uint64_t less1 = word & (word - 1), less2 = less1 & (less1 - 1);
    return (struct word_rest){word, less1, less2, less2 & (less2 - 1)};
}

static inline uint64_t word_rest_pick(const struct word_rest *rest, unsigned n)
{
    uint64_t few = n & 1 ? rest->less1 : rest->all;
    uint64_t many = n & 1 ? rest->less3 : rest->less2;
    return n & 2 ? many : few;
}

/* The n-th card (from 0) of a set with more than n cards. Usually n is below 4: the first four
 * cards of both words are computed, and one is chosen without a branch. */
static inline unsigned half_nth(struct half set, unsigned n)
{
    unsigned low = half_count((struct half){{set.bits[0], 0}});
    uint64_t high = -(uint64_t)(n >= low); /* as above */
    struct word_rest a = word_rest_of(set.bits[0]), b = word_rest_of(set.bits[1]);
    uint64_t word = (word_rest_pick(&a, n) & ~high) | (word_rest_pick(&b, n - low) & high);
    n -= low & (unsigned)high;
    if (__builtin_expect(n > 3, 0))
        word = (a.less3 & ~high) | (b.less3 & high);
    for (; n > 3; n--)
        word &= word - 1;
    return (unsigned)__builtin_ctzll(word) + (64 & (unsigned)high);
}

/* A set of cards: bit n of `low` is card n, bit n of `high` is card 128 + n. One deck fits into
 * `low`, so that the fast paths (lane.h, view.c, random.c) read and write only that half. */
struct cards {
    struct half low, high;
};

static inline struct cards cards_none(void)
{
    return (struct cards){.low = half_none(), .high = half_none()};
}

/* A set of a round with one deck, or with two. If `two` is constant, the compiler leaves out what
 * follows for the empty half. */
static inline struct cards cards_of(bool two, struct cards set)
{
    return (struct cards){set.low, two ? set.high : half_none()};
}

static inline bool cards_has(struct cards set, unsigned card)
{
    return half_has(card < 128 ? set.low : set.high, card & 127);
}

static inline void cards_add(struct cards *set, unsigned card)
{
    half_add(card < 128 ? &set->low : &set->high, card & 127);
}

static inline void cards_remove(struct cards *set, unsigned card)
{
    half_remove(card < 128 ? &set->low : &set->high, card & 127);
}

static inline struct cards cards_and(struct cards a, struct cards b)
{
    return (struct cards){half_and(a.low, b.low), half_and(a.high, b.high)};
}

static inline struct cards cards_or(struct cards a, struct cards b)
{
    return (struct cards){half_or(a.low, b.low), half_or(a.high, b.high)};
}

static inline struct cards cards_without(struct cards a, struct cards b)
{
    return (struct cards){half_without(a.low, b.low), half_without(a.high, b.high)};
}

/* The set if the condition holds, else the empty set; without a branch. */
static inline struct cards cards_when(bool condition, struct cards set)
{
    return (struct cards){half_when(condition, set.low), half_when(condition, set.high)};
}

static inline bool cards_empty(struct cards set)
{
    return half_empty(half_or(set.low, set.high));
}

static inline bool cards_equal(struct cards a, struct cards b)
{
    return cards_empty(cards_or(cards_without(a, b), cards_without(b, a)));
}

static inline unsigned cards_count(struct cards set)
{
    return half_count(set.low) + half_count(set.high);
}

/* The lowest card of a set that must not be empty. Loop: for (; !cards_empty(s);
 * cards_remove(&s, c)). */
static inline unsigned cards_first(struct cards set)
{
    bool low = half_empty(set.high) || !half_empty(set.low);
    return low ? half_first(set.low) : 128 + half_first(set.high);
}

/* The n-th card (from 0) of a set with more than n cards. */
static inline unsigned cards_nth(struct cards set, unsigned n)
{
    unsigned low = half_count(set.low);
    return half_empty(set.high) || n < low ? half_nth(set.low, n)
                                           : 128 + half_nth(set.high, n - low);
}

#endif
