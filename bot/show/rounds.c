#include "rounds.h"

#include <stdlib.h>
#include <string.h>

#include "bot/show/hand.h"
#include "bot/show/render/lines.h"
#include "bot/show/render/render.h"
#include "bot/show/round_news.h"
#include "bot/show/table_message.h"
#include "bot/show/table_snapshot.h"
#include "bot/table/round/round.h"
#include "bot/table/seats/seats.h"
#include "bot/text/language.h"

/* True if proofs are told as lines there. Where the table has a button for them they are not,
 * unless the channel asks for the text. */
static bool says_proofs(const struct place *place, bool wanted)
{
    return wanted && (place->proofs_text || !place_has_controls(place));
}

/* Tells the commitment to the chain of secrets when a new chain has begun. A channel with proofs on
 * also gets it before the table's first round. */
static void tell_bond(const struct place *place, struct message *line)
{
    const struct table *table = place->table;
    const struct language *language = place->language;
    char token[FAIR_TOKEN];
    uint8_t bond[FAIR_SIZE];
    bool first = table->last.id == 0;
    if (!says_proofs(place, place->chain_begins || (first && place->proofs)) ||
        !fair_chain_secret(&table->chain, 0, bond))
        return;
    fair_token(0, bond, token);
    if (first) {
        PHRASE(line, tr(language, N_("Commitment of the next shuffle: {hex} ({p}fair)")),
               arg_text("hex", token), arg_text("p", network_prefix(place->network)));
    } else {
        PHRASE(line, tr(language, N_("; the next shuffles are bound by {hex}")),
               arg_text("hex", token));
    }
}

/* Tells the secret of the last round if the channel has proofs on. When a new chain begins, every
 * channel gets it, because it is the last secret of the old chain. */
static void tell_secret(const struct place *place, struct message *line)
{
    const struct table *table = place->table;
    char token[FAIR_TOKEN];
    if (table->last.id == 0 || !says_proofs(place, place->proofs || place->chain_begins))
        return;
    if (table->last.shuffle > 0)
        fair_token(table->last.shuffle, table->last.secret, token);
    else /* a round from before we had chains of secrets */
        hash_hex(table->last.secret, token);
    PHRASE(line, tr(place->language, N_("Round {round}: secret {secret} ({p}fair)")),
           arg_number("round", (long)table->last.number), arg_text("secret", token),
           arg_text("p", network_prefix(place->network)));
}

static void tell_closed(struct place *place)
{
    const struct table *table = place->table;
    struct message *line = place_line(place, URGENCY_TABLE);
    if (line == NULL)
        return;
    tell_secret(place, line);
    tell_bond(place, line);
    if (table->match.over && !place_has_controls(place)) {
        PHRASE(line,
               tr(place->language, message_empty(line) ? N_("{p}start deals a rematch.")
                                                       : N_(". {p}start deals a rematch.")),
               arg_text("p", network_prefix(place->network)));
    }
    if (message_empty(line))
        message_destroy(line);
    else
        lines_more(place, line);
}

static void forget_recent(struct table *table)
{
    for (struct place *place = place_first(table); place != NULL; place = place->next) {
        free(place->view.recent);
        place->view.recent = NULL;
    }
}

static void forget_ending(struct table *table)
{
    for (struct place *place = place_first(table); place != NULL; place = place->next)
        ending_forget(place);
}

/* HR-20: who plays with whom in this round; other people may have sat down since the last one. */
static void tell_teams(struct place *place)
{
    struct message *line = place_line(place, URGENCY_TABLE);
    if (line == NULL)
        return;
    render_teams(place, place->language, "", line);
    if (message_empty(line))
        message_destroy(line);
    else
        lines_more(place, line);
}

void rounds_dealt(struct table *table)
{
    forget_recent(table);
    forget_ending(table);
    for (struct place *place = place_first(table); place != NULL; place = place->next) {
        if (table->match_begins)
            render_changes(place);
        tell_teams(place);
    }
}

void rounds_acted(struct table *table, const struct game *before, const struct events *events)
{
    if (before != NULL)
        hands_moved(table, before);
    render_events(table, events);
}

void rounds_repeated(struct table *table, const struct events *events)
{
    for (struct place *place = place_first(table); place != NULL; place = place->next)
        render_recent(place, events);
}

static void tell_match(struct place *place)
{
    struct message *line = place_line(place, URGENCY_TABLE);
    if (line == NULL)
        return;
    render_totals(place->table, place->language, line);
    lines_more(place, line);
}

/* Returns how the round ended, in the language of the table's home: its list of last moves, which
 * includes the move that ended the round. Without a list it returns one sentence about the end. */
static char *end_in_words(struct table *table, const struct event *over)
{
    struct place *home = &table->home;
    char *words = home->view.recent;
    struct message *line = words == NULL ? message_create(NULL, NULL, URGENCY_INFO) : NULL;
    home->view.recent = NULL;
    if (line != NULL)
        render_round_over(home, line, over);
    if (line != NULL && !line->failed)
        words = strdup(line->text);
    message_destroy(line);
    return words;
}

char *rounds_over(struct table *table, const struct events *events, const struct event *over)
{
    hands_due(table);
    render_events(table, events);
    for (struct place *place = place_first(table); place != NULL; place = place->next) {
        if (!render_says_match(table, over))
            tell_match(place);
        ending_keep(place, over);
    }
    round_news_wait(table);
    char *words = end_in_words(table, over);
    forget_recent(table);
    return words;
}

void rounds_abandoned(struct table *table)
{
    forget_recent(table);
    forget_ending(table);
    hands_due(table);
}

void rounds_closed(struct table *table)
{
    for (struct place *place = place_first(table); place != NULL; place = place->next) {
        tell_closed(place);
        lines_unsaid(place);
    }
}

void rounds_announce(struct place *place, bool told)
{
    struct table *table = place->table;
    if (!told)
        lines_more(place, render_state(place));
    if (table->round == NULL || render_ends_newest(place))
        tell_closed(place);
    struct message *line = lines_take_unsaid(place);
    if (line != NULL)
        line->first = true; /* it names the player to act, so it goes before any hand */
    place_say(place, line);
    table_message_renew(place);
    const struct game *game = table->round != NULL ? &table->round->game : NULL;
    for (unsigned i = 0; game != NULL && i < game->players; i++) { /* the player to act first */
        unsigned seat = (game->turn + i) % game->players;
        if (seat_place(table, seat) == place)
            render_hand_unasked(table, seat);
    }
}
