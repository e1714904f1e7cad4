#include "bare.h"

#include <string.h>

/* A card is its place in the deck: 25 a colour (0, then 1-9, skip, reverse, +2 twice), 4 wilds,
 * 4 wilds +4. */
enum {
    PLAYERS = 4,
    HAND = 7,
    COLOURS = 4,
    A_COLOUR = 25,
    WILD = COLOURS * A_COLOUR,
    WILD4 = WILD + 4,
    DECK = WILD4 + 4,
    SKIP = 10,
    REVERSE,
    DRAW2,
    SYMBOLS
};

struct set {
    uint64_t low, high;
};

struct bare {
    uint64_t random[4];
    struct set hand[PLAYERS];
    uint8_t pile[DECK];
    unsigned piled;
    uint8_t talon[DECK];
    unsigned talon_count;
    unsigned turn, colour, symbol; /* symbol SYMBOLS: a wild lies on top */
    int direction;
};

static struct set of_colour[COLOURS]; /* with the wilds */
static struct set of_symbol[SYMBOLS + 1];
static uint8_t symbol_of[DECK];

static uint64_t rotate(uint64_t word, int by)
{
    return word << by | word >> (64 - by);
}

/* xoshiro256++, as the engine's own source in simulations. */
static uint64_t word(struct bare *bare)
{
    uint64_t *s = bare->random;
    uint64_t result = rotate(s[0] + s[3], 23) + s[0];
    uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate(s[3], 45);
    return result;
}

static unsigned below(struct bare *bare, unsigned n)
{
    return (unsigned)((word(bare) >> 32) * n >> 32);
}

static void add(struct set *set, unsigned card)
{
    if (card < 64)
        set->low |= UINT64_C(1) << card;
    else
        set->high |= UINT64_C(1) << (card - 64);
}

static void take(struct set *set, unsigned card)
{
    if (card < 64)
        set->low &= ~(UINT64_C(1) << card);
    else
        set->high &= ~(UINT64_C(1) << (card - 64));
}

static unsigned nth(struct set set, unsigned n)
{
    unsigned low = (unsigned)__builtin_popcountll(set.low);
    uint64_t bits = n < low ? set.low : set.high;
    for (unsigned left = n < low ? n : n - low; left > 0; left--)
        bits &= bits - 1;
    return (n < low ? 0 : 64) + (unsigned)__builtin_ctzll(bits);
}

static void make_masks(void)
{
    for (unsigned card = 0; card < DECK; card++) {
        unsigned at = card % A_COLOUR;
        symbol_of[card] = (uint8_t)(card >= WILD ? SYMBOLS : (at + 1) / 2);
        for (unsigned colour = 0; colour < COLOURS; colour++) {
            if (card >= WILD || card / A_COLOUR == colour)
                add(&of_colour[colour], card);
        }
        if (card < WILD)
            add(&of_symbol[symbol_of[card]], card);
    }
}

/* Any card of the pile: as good as the top of a shuffled one. */
static unsigned draw(struct bare *bare)
{
    if (bare->piled == 0) {
        memcpy(bare->pile, bare->talon, bare->talon_count - 1);
        bare->piled = bare->talon_count - 1;
        bare->talon[0] = bare->talon[bare->talon_count - 1];
        bare->talon_count = 1;
    }
    unsigned at = below(bare, bare->piled);
    unsigned card = bare->pile[at];
    bare->pile[at] = bare->pile[--bare->piled];
    return card;
}

static void draw_many(struct bare *bare, unsigned player, unsigned count)
{
    for (; count > 0 && bare->piled + bare->talon_count > 1; count--)
        add(&bare->hand[player], draw(bare));
}

static void deal(struct bare *bare)
{
    for (unsigned i = 0; i < DECK; i++)
        bare->pile[i] = (uint8_t)i;
    bare->piled = DECK;
    bare->talon_count = 0;
    memset(bare->hand, 0, sizeof(bare->hand));
    for (unsigned player = 0; player < PLAYERS; player++)
        draw_many(bare, player, HAND);
    unsigned top = DECK;
    do {
        top = draw(bare);
        bare->talon[bare->talon_count++] = (uint8_t)top;
    } while (symbol_of[top] >= SKIP);
    bare->colour = top / A_COLOUR;
    bare->symbol = symbol_of[top];
    bare->turn = 0;
    bare->direction = 1;
}

static unsigned next(const struct bare *bare)
{
    return (bare->turn + (unsigned)bare->direction) % PLAYERS;
}

static void lay(struct bare *bare, unsigned card)
{
    bare->talon[bare->talon_count++] = (uint8_t)card;
    bare->symbol = symbol_of[card];
    bare->colour = card >= WILD ? below(bare, COLOURS) : card / A_COLOUR;
    if (bare->symbol == REVERSE)
        bare->direction = -bare->direction;
    if (bare->symbol == DRAW2 || card >= WILD4)
        draw_many(bare, next(bare), card >= WILD4 ? 4 : 2);
    if (bare->symbol == SKIP || bare->symbol == DRAW2 || card >= WILD4)
        bare->turn = next(bare);
}

/* One turn; gives its moves, and whether a hand is empty. */
static unsigned turn(struct bare *bare, int *over)
{
    struct set *hand = &bare->hand[bare->turn];
    struct set fits = of_colour[bare->colour];
    unsigned moves = 1;
    unsigned card = DECK;
    fits.low |= of_symbol[bare->symbol].low;
    fits.high |= of_symbol[bare->symbol].high;
    struct set open = {hand->low & fits.low, hand->high & fits.high};
    unsigned count =
        (unsigned)__builtin_popcountll(open.low) + (unsigned)__builtin_popcountll(open.high);
    if (count > 0) {
        card = nth(open, below(bare, count));
        take(hand, card);
    } else if (bare->piled + bare->talon_count > 1) {
        card = draw(bare);
        if (((card < 64 ? fits.low >> card : fits.high >> (card - 64)) & 1) != 0) {
            moves = 2;
        } else {
            add(hand, card);
            card = DECK;
        }
    }
    if (card < DECK) {
        *over = (hand->low | hand->high) == 0;
        lay(bare, card);
    }
    bare->turn = next(bare);
    return moves;
}

uint64_t bare_play(uint64_t seed, unsigned long rounds)
{
    struct bare bare;
    uint64_t moves = 0;
    make_masks();
    for (unsigned i = 0; i < 4; i++)
        bare.random[i] = (seed + i + 1) * UINT64_C(0x9e3779b97f4a7c15);
    for (; rounds > 0; rounds--) {
        int over = 0;
        for (deal(&bare); !over;)
            moves += turn(&bare, &over);
    }
    return moves;
}
