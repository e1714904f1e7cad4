#include "rounds.h"

#include <stdlib.h>
#include <string.h>

#include "bot/show/board.h"
#include "bot/show/hand.h"
#include "bot/show/lines.h"
#include "bot/show/render.h"
#include "bot/table/round.h"
#include "bot/text/language.h"

/* The end of a chain that begins, whole; else, where no secret tells it, what binds the next. */
static void tell_bond(struct table *table, struct message *line)
{
    const struct language *language = table->language;
    char token[FAIR_TOKEN];
    uint8_t bond[FAIR_SIZE];
    unsigned number = 0;
    bool first = table->last.id == 0;
    if (table->chain_begins)
        fair_token('s', 0, table->chain.end, true, token);
    else if (!first || !round_bond(table, &number, bond))
        return;
    else
        fair_token('s', number, bond, false, token);
    if (first)
        PHRASE(line, tr(language, N_("Commitment of the next shuffle: {hex} ({p}fair)")),
               arg_text("hex", token), arg_text("p", network_prefix(table->network)));
    else
        PHRASE(line, tr(language, N_("; the next shuffles are bound by {hex}")),
               arg_text("hex", token));
}

static void tell_secret(struct table *table)
{
    const struct language *language = table->language;
    char token[FAIR_TOKEN];
    struct message *line = table_line(table, URGENCY_TABLE);
    if (line == NULL)
        return;
    if (table->last.shuffle > 0)
        fair_token('s', table->last.shuffle, table->last.secret, false, token);
    else /* before there were chains */
        fair_short(table->last.secret, token);
    if (table->last.id != 0)
        PHRASE(line, tr(language, N_("Round {round}: secret {secret} ({p}fair)")),
               arg_number("round", (long)table->last.number), arg_text("secret", token),
               arg_text("p", network_prefix(table->network)));
    tell_bond(table, line);
    if (table->match.over && !table_has_controls(table))
        PHRASE(line, tr(language, N_(". {p}start deals a rematch.")),
               arg_text("p", network_prefix(table->network)));
    lines_more(table, line);
}

static void forget_recent(struct table *table)
{
    free(table->place.view.recent);
    table->place.view.recent = NULL;
}

void rounds_dealt(struct table *table)
{
    forget_recent(table);
    if (table->match_begins)
        render_changes(table);
}

void rounds_acted(struct table *table, const struct game *before, const struct events *events)
{
    if (before != NULL)
        hands_moved(table, before);
    render_events(table, events);
}

static void tell_match(struct table *table)
{
    struct message *line = table_line(table, URGENCY_TABLE);
    if (line == NULL)
        return;
    render_totals(table, table->language, line);
    lines_more(table, line);
}

/* The move that ended it, too, if there was one: then the last moves say both. */
static char *end_in_words(struct table *table, const struct event *over)
{
    char *words = table->place.view.recent;
    struct message *line = words == NULL ? message_create(NULL, NULL, URGENCY_INFO) : NULL;
    table->place.view.recent = NULL;
    if (line != NULL)
        render_round_over(table, line, over);
    if (line != NULL && !line->failed)
        words = strdup(line->text);
    message_destroy(line);
    return words;
}

char *rounds_over(struct table *table, const struct events *events, const struct event *over)
{
    hands_due(table);
    render_events(table, events);
    if (!render_says_match(table, over))
        tell_match(table);
    return end_in_words(table, over);
}

void rounds_abandoned(struct table *table)
{
    forget_recent(table);
    hands_due(table);
}

void rounds_closed(struct table *table)
{
    tell_secret(table);
    lines_unsaid(table);
}

void rounds_announce(struct table *table, bool told)
{
    if (!told)
        lines_more(table, render_state(table));
    if (table->round == NULL || render_ends_newest(table))
        tell_secret(table);
    struct message *line = table_unsaid(table);
    if (line != NULL)
        line->first = true; /* it names who is to act: before any hand */
    table_say(table, line);
    board_anew(table);
    const struct game *game = table->round != NULL ? &table->round->game : NULL;
    for (unsigned i = 0; game != NULL && i < game->players; i++) /* who is to act before others */
        render_hand(table, (game->turn + i) % game->players);
}
