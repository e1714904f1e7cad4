/* What an action did, in one line for everybody. */
#include "render.h"

#include <string.h>

#include "bot/show/render/lines.h"
#include "bot/table/seats/seats.h"
#include "bot/table/table.h"
#include "bot/text/language.h"

/* One clause of a line. An event has one clause; a played wild has two, and the second tells its
 * colour. */
struct clause {
    const struct event *event;
    bool colour; /* this is the second clause of a wild */
};

enum { CLAUSES_MAX = 2 * EVENTS_MAX };

/* One channel line under construction. */
struct clause_telling {
    const struct place *place;
    const struct table *table;
    const struct language *language;
    const struct rules *rules;
    struct message *line;
    bool any;               /* something stands on the line */
    bool joined;            /* and it begins in mid-sentence */
    unsigned about;         /* the seat that begins the last clause, or SEAT_NONE */
    struct clause *clauses; /* CLAUSES_MAX of them */
    unsigned count, at;
};

static const char subject[] = "{player} ";

/* Returns the seat that the clause begins with, if it may share one sentence with other clauses
 * about that player. */
static unsigned about(const struct clause *clause)
{
    static const bool joins[] = {
        [EVENT_DEALER_DRAW] = true, [EVENT_DEALT] = true,       [EVENT_PLAYED] = true,
        [EVENT_DREW] = true,        [EVENT_KEPT] = true,        [EVENT_PASSED] = true,
        [EVENT_LOST_TURN] = true,   [EVENT_COLOUR] = true,      [EVENT_UNO] = true,
        [EVENT_FALSE_UNO] = true,   [EVENT_ACCEPTED] = true,    [EVENT_SHOWN] = true,
        [EVENT_SWAPPED] = true,     [EVENT_OUT] = true,         [EVENT_PLACE] = true,
        [EVENT_PROCLAIMED] = true,  [EVENT_ROUND_OVER] = false,
    };
    return joins[clause->event->kind] ? clause->event->seat : SEAT_NONE;
}

/* Writes the separator before the clause, and returns the words that remain to be said. If several
 * clauses in a row are about one player, only the first names the player ("bob draws 1 card, plays
 * [R 5] and says UNO!"). */
static const char *part(struct clause_telling *telling, const char *words)
{
    unsigned who = about(&telling->clauses[telling->at]);
    bool more =
        telling->at + 1 < telling->count && about(&telling->clauses[telling->at + 1]) == who;
    bool named = strncmp(words, subject, strlen(subject)) == 0;
    bool joined = who != SEAT_NONE && named && telling->about == who;
    if (joined)
        message_text(telling->line, tr(telling->language, more ? N_(", ") : N_(" and ")));
    else if (telling->any)
        message_text(telling->line, tr(telling->language, N_("; ")));
    telling->joined = telling->joined || (joined && !telling->any);
    telling->any = true;
    telling->about = named ? who : SEAT_NONE;
    return joined ? words + strlen(subject) : words;
}

static const char *name_of(const struct clause_telling *telling, unsigned seat)
{
    return seat != SEAT_NONE ? seat_name(telling->table, seat) : "";
}

/* Says a pattern with {player}, and with {other} and {n} if the event has them. */
static void plain(struct clause_telling *telling, const char *pattern, const struct event *event)
{
    PHRASE(telling->line, part(telling, tr(telling->language, pattern)),
           arg_name("player", name_of(telling, event->seat)),
           arg_name("other", name_of(telling, event->other)), arg_number("n", event->count));
}

static void counted(struct clause_telling *telling, const char *one, const char *many,
                    const struct event *event)
{
    PHRASE(telling->line, part(telling, trn(telling->language, one, many, event->count)),
           arg_name("player", name_of(telling, event->seat)), arg_number("n", event->count));
}

static void with_card(struct clause_telling *telling, const char *pattern,
                      const struct event *event)
{
    const struct card *card = &telling->rules->deck.face[event->face];
    char label[LABEL_MAX];
    PHRASE(telling->line, part(telling, tr(telling->language, pattern)),
           arg_name("player", name_of(telling, event->seat)),
           arg_tinted("card", card_tint(card),
                      card_label(telling->language, telling->rules, card, MARK_NONE, label)));
}

static void with_colour(struct clause_telling *telling, const char *pattern,
                        const struct event *event)
{
    PHRASE(telling->line, part(telling, tr(telling->language, pattern)),
           arg_name("player", name_of(telling, event->seat)),
           arg_tinted("colour", (enum tint)event->colour,
                      colour_word(telling->language, event->colour)));
}

/* If a play leaves one card, the line says so, with or without UNO: everybody at the table can see
 * the number of cards anyway. */
static void tell_played(struct clause_telling *telling, const struct event *event)
{
    const struct game *game = &telling->table->round->game;
    bool last = game->phase != PHASE_ROUND_OVER && game->hand_count[event->seat] == 1;
    for (unsigned i = telling->at + 1; i < telling->count; i++) { /* HR-14 */
        last =
            last && (telling->clauses[i].event->kind != EVENT_PLAYED || telling->clauses[i].colour);
    }
    if (last) {
        with_card(telling,
                  event->flex ? N_("{player} plays {card} by its flex side (1 card left)")
                              : N_("{player} plays {card} (1 card left)"),
                  event);
    } else {
        with_card(telling,
                  event->flex ? N_("{player} plays {card} by its flex side")
                              : N_("{player} plays {card}"),
                  event);
    }
}

static void tell_shown(struct clause_telling *telling, const struct event *event)
{
    if (event->other == SEAT_NONE) {
        const struct cards_said cards = {telling->language, telling->rules, event->cards, NULL};
        PHRASE(telling->line, part(telling, tr(telling->language, N_("{player} shows {cards}"))),
               arg_name("player", name_of(telling, event->seat)), arg_cards("cards", &cards));
    } else {
        plain(telling, N_("{player} shows the hand to {other}"), event);
    }
}

/* W-4: if only one player can be hit, nobody chooses, so the words differ. */
static void tell_targeted(struct clause_telling *telling, const struct event *event)
{
    const struct event *first = telling->clauses[0].event;
    bool alone =
        first->kind == EVENT_PLAYED && telling->rules->deck.face[first->face].kind == KIND_WILD_WEB;
    plain(telling, alone ? N_("only {other} holds that colour") : N_("{player} chooses {other}"),
          event);
}

bool render_says_match(const struct table *table, const struct event *over)
{
    const struct match *match = &table->match;
    return match->over && match->rounds == 1 && over->seat != SEAT_NONE &&
           match->winners == game_winners(table->round->rules, &table->round->game);
}

/* Returns "wins the round and {n} points", of one player or of a team (HR-20), which gets them
 * twice. */
static const char *winning_words(const struct table *table, const struct language *language,
                                 const struct event *over)
{
    const unsigned long n = (unsigned long)over->points;
    if (over->other == SEAT_NONE) {
        return render_says_match(table, over)
                   ? trn(language, "{player} wins the round and {n} point, and so the match!",
                         "{player} wins the round and {n} points, and so the match!", n)
                   : trn(language, "{player} wins the round and {n} point!",
                         "{player} wins the round and {n} points!", n);
    }
    return render_says_match(table, over)
               ? trn(language, "{player} win the round and {n} point each, and so the match!",
                     "{player} win the round and {n} points each, and so the match!", n)
               : trn(language, "{player} win the round and {n} point each!",
                     "{player} win the round and {n} points each!", n);
}

void render_round_over(const struct place *place, struct message *message, const struct event *over)
{
    const struct table *table = place->table;
    const struct language *language = place->language;
    static const char *const nobody[] = {
        [ROUND_WON] = N_("The round is over."),
        [ROUND_BLOCKED] = N_("Nobody can play or draw: the round is void."),
        [ROUND_LIMIT] = N_("The round has gone on too long and is void."),
        [ROUND_DESERTED] = N_("Only one player is left: the round ends without points."),
    };
    if (over->seat == SEAT_NONE)
        message_text(message, tr(language, nobody[over->detail]));
    else {
        const struct team_said winners = {table, language, over->seat, over->other, false};
        PHRASE(message, winning_words(table, language, over), arg_team("player", &winners),
               arg_number("n", over->points));
    }
}

/* only the first clause says that the draw is for the deal. A second draw says why some
 * players draw again. */
static void tell_dealer_draw(struct clause_telling *telling, const struct event *event)
{
    const struct event *before = telling->at > 0 ? telling->clauses[telling->at - 1].event : NULL;
    if (before == NULL || before->kind != EVENT_DEALER_DRAW)
        with_card(telling, N_("{player} draws {card} for the deal"), event);
    else if (event->seat <= before->seat)
        with_card(telling, N_("a tie: {player} draws {card}"), event);
    else
        with_card(telling, N_("{player} draws {card}"), event);
}

static void tell_turned(struct clause_telling *telling, const struct event *event)
{
    static const char *const words[] = {
        N_("first card {card}"), N_("{card} is turned up and does not count"), /* */
        N_("{card} is turned up and goes back into the draw pile"),            /* */
    };
    with_card(telling, words[event->count], event);
}

static void tell_clause(struct clause_telling *telling)
{
    const struct clause *clause = &telling->clauses[telling->at];
    const struct event *event = clause->event;
    switch ((enum event_kind)event->kind) {
    case EVENT_DEALER_DRAW:
        tell_dealer_draw(telling, event);
        break;
    case EVENT_DEALT:
        counted(telling, NP_("{player} deals {n} card each", "{player} deals {n} cards each"),
                event);
        break;
    case EVENT_TURNED:
        tell_turned(telling, event);
        break;
    case EVENT_PLAYED:
        if (clause->colour)
            with_colour(telling, N_("{player} names {colour}"), event);
        else
            tell_played(telling, event);
        break;
    case EVENT_DREW:
        counted(telling, NP_("{player} draws {n} card", "{player} draws {n} cards"), event);
        break;
    case EVENT_KEPT:
        plain(telling, N_("{player} keeps it"), event);
        break;
    case EVENT_PASSED:
        plain(telling, N_("{player} passes"), event);
        break;
    case EVENT_LOST_TURN:
        plain(telling, N_("{player} loses the turn"), event);
        break;
    case EVENT_REVERSED:
        plain(telling, event->count != 0 ? N_("clockwise now") : N_("counter-clockwise now"),
              event);
        break;
    case EVENT_COLOUR:
        with_colour(telling, N_("{player} names {colour}"), event);
        break;
    case EVENT_UNO:
        plain(telling, N_("{player} says UNO!"), event);
        break;
    case EVENT_CAUGHT:
        plain(telling, N_("{other} catches {player} without UNO"), event);
        break;
    case EVENT_FALSE_UNO:
        plain(telling, N_("{player} calls UNO for nothing"), event);
        break;
    case EVENT_CHALLENGED:
        plain(telling,
              event->count != 0 ? N_("{player} challenges {other}, who was bluffing")
                                : N_("{player} challenges {other}, who played by the rules"),
              event);
        break;
    case EVENT_ACCEPTED:
        plain(telling, N_("{player} accepts"), event);
        break;
    case EVENT_SHOWN:
        tell_shown(telling, event);
        break;
    case EVENT_RESHUFFLED:
        plain(telling, N_("the discard pile becomes a new draw pile ({n})"), event);
        break;
    case EVENT_PENDING:
        counted(telling, NP_("{n} card to draw for {player}", "{n} cards to draw for {player}"),
                event);
        break;
    case EVENT_HYPER:
        with_colour(telling,
                    event->colour == COLOUR_NONE ? N_("Hyperspeed ends")
                                                 : N_("Hyperspeed on {colour}"),
                    event);
        break;
    case EVENT_POWER:
        plain(telling, event->count != 0 ? N_("{player}'s power ✓") : N_("{player}'s power ✗"),
              event);
        break;
    case EVENT_POWER_RESET:
        plain(telling, N_("all powers ✓ again"), event);
        break;
    case EVENT_TARGETED:
        tell_targeted(telling, event);
        break;
    case EVENT_SWAPPED:
        plain(telling, N_("{player} swaps hands with {other}"), event);
        break;
    case EVENT_ROTATED:
        plain(telling, N_("all hands move on by one seat"), event);
        break;
    case EVENT_OUT:
        plain(telling, N_("{player} is out with too many cards"), event);
        break;
    case EVENT_PLACE:
        plain(telling, N_("{player} reaches place {n}"), event);
        break;
    case EVENT_LEFT:
        plain(telling, N_("{player} leaves the table; the hand goes into the draw pile"), event);
        break;
    case EVENT_PROCLAIMED:
        plain(telling, N_("{player} speaks the words of power"), event);
        break;
    case EVENT_ROUND_OVER:
        if (telling->any) { /* the end of a round without a winner is a sentence of its own */
            message_text(telling->line,
                         tr(telling->language, event->seat == SEAT_NONE ? N_(". ") : N_("; ")));
        }
        telling->any = true;
        telling->about = SEAT_NONE;
        render_round_over(telling->place, telling->line, event);
        break;
    }
}

static void add_clause(struct clause_telling *telling, const struct event *event, bool colour)
{
    telling->clauses[telling->count++] = (struct clause){event, colour};
}

/* In the order of telling, the words of power come before the card (S-2). */
static void add_clauses(struct clause_telling *telling, const struct events *events)
{
    bool over = telling->table->round->game.phase == PHASE_ROUND_OVER;
    for (unsigned i = 0; i < events->count; i++) {
        const struct event *event = &events->at[i];
        unsigned next = i + 1 < events->count ? events->at[i + 1].kind : (unsigned)event->kind;
        if (event->kind == EVENT_UNO && next == EVENT_FALSE_UNO)
            continue; /* that tells both */
        if (event->kind == EVENT_PLAYED && next == EVENT_PROCLAIMED)
            add_clause(telling, &events->at[++i], false);
        add_clause(telling, event, false);
        if (event->kind == EVENT_PLAYED && !over && event->colour != COLOUR_NONE &&
            kind_is_wild(telling->rules->deck.face[event->face].kind))
            add_clause(telling, event, true);
    }
}

/* W-7: a Web Swing that finds nobody. */
static bool web_misses(const struct clause_telling *telling)
{
    const struct event *first = telling->count > 0 ? telling->clauses[0].event : NULL;
    const struct game *game = &telling->table->round->game;
    if (first == NULL || first->kind != EVENT_PLAYED || game->phase == PHASE_TARGET ||
        game->phase == PHASE_ROUND_OVER ||
        telling->rules->deck.face[first->face].kind != KIND_WILD_WEB)
        return false;
    for (unsigned i = 0; i < telling->count; i++) {
        if (telling->clauses[i].event->kind == EVENT_TARGETED)
            return false;
    }
    return true;
}

struct message *render_told(struct place *place, const struct events *events, struct flow *flow)
{
    const struct table *table = place->table;
    struct clause clauses[CLAUSES_MAX];
    struct clause_telling telling = {.place = place,
                                     .table = table,
                                     .language = place->language,
                                     .rules = table->round->rules,
                                     .line = place_line(place, URGENCY_TABLE),
                                     .about = flow->about,
                                     .clauses = clauses};
    if (telling.line == NULL)
        return NULL;
    add_clauses(&telling, events);
    for (; telling.at < telling.count; telling.at++)
        tell_clause(&telling);
    if (web_misses(&telling)) {
        message_text(telling.line, tr(telling.language, N_("; ")));
        message_text(telling.line, tr(telling.language, N_("nobody holds that colour")));
        telling.about = SEAT_NONE;
    }
    flow->about = telling.about;
    flow->joined = telling.joined;
    return telling.line;
}
