/* game.h: the state of one round, and the one function that changes it.
 *
 * `struct game` is flat: no pointers, copied by assignment, at most 1.5 KiB. All functions are pure
 * in their arguments: no I/O, no clock, no allocation, no randomness of their own. Seats are
 * numbered clockwise from 0. */
#ifndef TALON_ENGINE_GAME_H
#define TALON_ENGINE_GAME_H

#include "chance.h"
#include "ruleset.h"

enum { SEAT_NONE = 255 };

/* RULES.md 2.1 */
enum phase {
    PHASE_TURN,
    PHASE_DRAWN,
    PHASE_CHALLENGE, /* hit by a wild +4: accept or challenge */
    PHASE_TARGET,
    PHASE_COLOUR, /* START_COLOUR */
    PHASE_ROUND_OVER
};

struct game {
    /* The open part: what everybody may see. struct view begins with the same fields in the same
     * order (view.c). */
    uint8_t players; /* seats dealt in */
    uint8_t dealer;
    uint8_t turn;         /* the seat to act, in every phase but ROUND_OVER */
    uint8_t phase;        /* enum phase */
    int8_t direction;     /* +1 clockwise, -1 counter-clockwise */
    uint8_t colour;       /* in force; COLOUR_NONE only in PHASE_COLOUR */
    uint8_t offender;     /* PHASE_CHALLENGE: the seat that played the wild +4 */
    uint8_t hyper;        /* H-1: colour, or COLOUR_NONE */
    uint8_t passes;       /* passes in a row */
    uint8_t pending_kind; /* HR-1: kind of the draw card that raised the sum last */
    uint8_t pile_count, discard_count;
    uint16_t pending;   /* HR-1: cards to draw, 0 none */
    uint32_t in_round;  /* bit a seat: still in the round (not left, HR-15, HR-16) */
    uint32_t exposed;   /* bit a seat: may be caught */
    uint32_t announced; /* bit a seat: said UNO earlier in this turn */
    uint32_t power_red; /* F-1: bit a seat */
    uint8_t hand_count[PLAYERS_MAX];
    uint8_t top_face; /* on top of the discard pile; last field of the open part */

    uint8_t drawn;          /* PHASE_DRAWN: the card drawn (HR-5: the last); else DECK_MAX */
    uint8_t colour_before;  /* PHASE_CHALLENGE: colour in force before the wild +4 */
    uint8_t challenge_flex; /* PHASE_CHALLENGE: 1 if WF4 was played by its flex side */
    uint8_t winner;         /* PHASE_ROUND_OVER: the seat that won, or SEAT_NONE */
    uint32_t guilty; /* PHASE_CHALLENGE: bit of the offender if a challenge would succeed */
    uint32_t left;   /* bit a seat: it left the table */
    uint32_t eligible; /* PHASE_TARGET, one bit a seat: seats to choose from, whose shown hand has
                        * the colour (W-3) */
    uint16_t turn_actions;        /* */
    uint8_t catches[PLAYERS_MAX]; /* HR-9: times caught in this round */
    uint8_t place[PLAYERS_MAX];   /* HR-16: rank reached from 1, 0 not yet */
    struct cards hand[PLAYERS_MAX];
    struct cards discarded;    /* the discard pile as a set */
    uint8_t pile[DECK_MAX];    /* next card to draw at pile[pile_count - 1] */
    uint8_t discard[DECK_MAX]; /* bottom first; top = discard[discard_count - 1] */
};

_Static_assert(sizeof(struct game) <= 1536, "a game fits into 1.5 KiB");

enum action_kind {
    ACTION_PLAY,
    ACTION_DRAW,
    ACTION_KEEP,
    ACTION_PASS,   /* */
    ACTION_COLOUR, /* PHASE_COLOUR */
    ACTION_ACCEPT,
    ACTION_CHALLENGE,
    ACTION_TARGET, /* PHASE_TARGET */
    ACTION_UNO,
    ACTION_CATCH,
    ACTION_LEAVE,   /* */
    ACTION_TIMEOUT, /* */
    ACTION_KIND_COUNT
};

/* What a player does. A field that the kind does not use is 0, NONE or false. */
struct action {
    uint8_t kind;       /* enum action_kind */
    uint8_t seat;       /* the seat that acts */
    uint8_t face;       /* PLAY: the face (of several, HR-14: the first); else FACE_NONE */
    uint8_t colour;     /* PLAY of a wild, COLOUR; else COLOUR_NONE */
    uint8_t target;     /* PLAY with a target, TARGET, CATCH; else SEAT_NONE */
    bool flex;          /* PLAY by the flex side */
    bool uno;           /* PLAY with the announcement */
    bool proclaim;      /* PLAY of the skull card: the words were spoken (S-2) */
    uint8_t more_count; /* HR-14: further faces, the last one is the top */
    uint8_t more[7];
};

/* An action of that kind, with every other field unused. */
static inline struct action action_make(enum action_kind kind, unsigned seat)
{
    return (struct action){
        .kind = (uint8_t)kind, .seat = (uint8_t)seat, .face = FACE_NONE, .target = SEAT_NONE};
}

/* Why an action was refused. If several reasons apply, the first one of this list is given; the
 * most helpful reasons stand first. For example, a player who does not hold the card hears that,
 * even out of turn. */
enum refusal {
    REFUSED_NOT, /* accepted */
    REFUSED_ROUND_OVER,
    REFUSED_NOT_SEATED,   /* no such seat, or out of the round */
    REFUSED_NO_SUCH_CARD, /* PLAY: a face that the deck does not have */
    REFUSED_NOT_HELD,     /* PLAY: not in the hand */
    REFUSED_NOT_YOUR_TURN,
    REFUSED_PHASE,          /* not now: the phase asks for another answer */
    REFUSED_ONLY_DRAWN,     /* only the drawn card may be played */
    REFUSED_NO_MATCH,       /* RULES.md 2.3 */
    REFUSED_NO_FLEX,        /* F-2: no flex side, or the power card is red */
    REFUSED_COLOUR_NEEDED,  /* */
    REFUSED_COLOUR_UNKNOWN, /* the set lacks this colour, or the card takes none */
    REFUSED_TARGET_NEEDED,
    REFUSED_TARGET,          /* this player may not be chosen */
    REFUSED_PROCLAIM,        /* S-2 */
    REFUSED_UNLAWFUL_WD4,    /* HR-7 */
    REFUSED_LAST_CARD,       /* HR-12 */
    REFUSED_PENDING,         /* HR-1: the sum must be answered */
    REFUSED_MUST_PLAY,       /* R-32, HR-6: a playable card must be played */
    REFUSED_CAN_DRAW,        /* PASS while cards can be drawn */
    REFUSED_NOT_EXPOSED,     /* CATCH: nobody to catch there */
    REFUSED_MULTI,           /* HR-14: off, or not one number */
    REFUSED_MALFORMED,       /* a field out of range */
    REFUSED_NOTHING_TO_DRAW, /* both piles are empty and nothing can be played: PASS */
    REFUSED_COUNT
};

/* A short English word for the reason, for logs and tools: "not_your_turn". */
const char *refusal_name(enum refusal refusal);

/* What happened, in order. Cards in `cards` are secret: show them only to the seat that holds
 * them, unless the event says otherwise. */
enum event_kind {
    EVENT_DEALER_DRAW, /* seat drew `face` for the deal; public */
    EVENT_DEALT,       /* seat = dealer; count = cards each */
    EVENT_TURNED, /* `face` was turned up for the first discard. count 1: its effect is skipped; 2:
                   * it goes back into the pile */
    EVENT_PLAYED, /* seat played `face` (flex: by its flex side); colour = now in force */
    EVENT_DREW,   /* seat drew `cards` (secret), count of them; detail = enum draw_reason */
    EVENT_KEPT,   /* seat kept the drawn card */
    EVENT_PASSED, /* */
    EVENT_LOST_TURN,   /* seat loses the turn */
    EVENT_REVERSED,    /* count 1: clockwise now, 0: counter-clockwise */
    EVENT_COLOUR,      /* seat named `colour` without a play (PHASE_COLOUR) */
    EVENT_UNO,         /* seat announced UNO */
    EVENT_CAUGHT,      /* seat was caught by other */
    EVENT_FALSE_UNO,   /* HR-10: seat pays for a false call */
    EVENT_CHALLENGED,  /* seat challenged other; count 1: other was guilty */
    EVENT_ACCEPTED,    /* seat accepted the wild +4 of other */
    EVENT_SHOWN,       /* hand of seat (`cards`) shown to other; other = SEAT_NONE: to all */
    EVENT_RESHUFFLED,  /* count cards are the new draw pile */
    EVENT_PENDING,     /* HR-1: the sum is count, seat must answer */
    EVENT_HYPER,       /* H-1, H-3: colour, COLOUR_NONE = ended */
    EVENT_POWER,       /* F-6..F-9: power card of seat; count 1 green, 0 red */
    EVENT_POWER_RESET, /* F-9: all green */
    EVENT_TARGETED,    /* seat chose other */
    EVENT_SWAPPED,     /* HR-4: hands of seat and other */
    EVENT_ROTATED,     /* HR-4: every hand moved one seat */
    EVENT_OUT,         /* HR-15: seat is out of the round */
    EVENT_PLACE,       /* HR-16: seat reached place count */
    EVENT_LEFT,        /* seat left; count cards went into the pile */
    EVENT_PROCLAIMED,  /* S-2: seat spoke the words */
    EVENT_ROUND_OVER   /* seat = winner or SEAT_NONE; other = the partner who wins with it (HR-20);
                        * detail = enum round_end; points = R-33 */
};

enum draw_reason {
    DRAW_TURN,     /* DRAW by choice or need */
    DRAW_EFFECT,   /* +2, specials, flex sides */
    DRAW_WD4,      /* accepted wild +4 */
    DRAW_INNOCENT, /* failed challenge */
    DRAW_GUILTY,   /* upheld challenge */
    DRAW_CAUGHT,   /* */
    DRAW_FALSE,    /* HR-10 */
    DRAW_SUM,      /* HR-1 */
    DRAW_LAST_CARD /* */
};

enum round_end { ROUND_WON, ROUND_BLOCKED, ROUND_LIMIT, ROUND_DESERTED };

struct event {
    uint8_t kind; /* enum event_kind */
    uint8_t seat;
    uint8_t other;
    uint8_t face;
    uint8_t colour;
    uint8_t count;
    uint8_t detail;
    bool flex;
    int32_t points;
    struct cards cards;
};

/* The events of one call; the next call replaces them. They always fit (the property tests assert
 * that). */
enum { EVENTS_MAX = 192 };

struct events {
    unsigned count;
    struct event at[EVENTS_MAX];
};

/* Deals a round: finds the dealer, deals the hands, turns the first discard up and applies its
 * effect. `dealer`: a seat, or SEAT_NONE to find one as the set does. `players` must have
 * passed rules_init(). `events` may be NULL. */
void game_deal(const struct rules *rules, struct game *game, unsigned players, unsigned dealer,
               struct chance *chance, struct events *events);

/* Applies one action. Accepted: returns REFUSED_NOT, `game` is the next state, and `events` (may
 * be NULL) says what happened. Refused: returns the reason. The state and the chance source are
 * unchanged, and events->count is 0. */
enum refusal game_apply(const struct rules *rules, struct game *game, const struct action *action,
                        struct chance *chance, struct events *events);

/* HR-20: the seat across from `seat`, with which it makes a team at a table of `players`;
 * SEAT_NONE: there are no teams. */
static inline unsigned game_partner(const struct rules *rules, unsigned players, unsigned seat)
{
    unsigned half = players / 2;
    if (!rules_switch(rules, SWITCH_TEAMS))
        return SEAT_NONE;
    return seat < half ? seat + half : seat - half;
}

/* HR-20, R-76: the seats that have won a round that is over, as bits: the winner, and its partner
 * who has not left the table. 0: nobody has. */
static inline uint32_t game_winners(const struct rules *rules, const struct game *game)
{
    if (game->winner == SEAT_NONE)
        return 0;
    unsigned partner = game_partner(rules, game->players, game->winner);
    uint32_t winners = UINT32_C(1) << game->winner;
    if (partner != SEAT_NONE && (game->left >> partner & 1) == 0)
        winners |= UINT32_C(1) << partner;
    return winners;
}

/* The next seat of the round after `seat` in the current direction; `seat` itself if no other is
 * left. */
unsigned game_next(const struct game *game, unsigned seat);

#endif
