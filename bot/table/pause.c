#include "pause.h"

#include "bot/show/pressed.h"
#include "bot/table/save.h"
#include "bot/table/seat.h"
#include "bot/table/table.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

enum { MINUTE = 60000 };

const char pause_words[] = N_("The table is paused: {p}resume goes on.");

bool pause_is_on(const struct table *table)
{
    return table->paused_until != 0;
}

void pause_restore(struct table *table, int64_t until)
{
    int64_t left = until - clock_now();
    int64_t limit = (int64_t)table->host->options.pause_limit;
    uint64_t time = left <= 0 ? 0 : (uint64_t)(left < limit ? left : limit);
    table->paused_until = until;
    table->pause_ends = loop_now(table->host->loop) + time;
}

static void set(struct table *table, int64_t until)
{
    pause_restore(table, until);
    save_table(table);
    table_changed(table);
    table_set_clock(table);
}

static void say(struct table *table, const char *pattern)
{
    struct message *line = table_line(table, URGENCY_TABLE);
    uint64_t limit = table->host->options.pause_limit;
    if (line == NULL)
        return;
    PHRASE(line, tr(table->language, pressed_words(table->network, pattern)),
           arg_text("p", network_prefix(table->network)),
           arg_number("n", (long)((limit + MINUTE - 1) / MINUTE)));
    table_say(table, line);
}

/* Who is to move is called: they may look elsewhere by now. */
static void context_turn(struct table *table)
{
    struct message *line = table_line(table, URGENCY_TABLE);
    unsigned turn = table->round->game.turn;
    if (line == NULL)
        return;
    PHRASE(line, tr(table->language, N_("Play goes on: it is {player}'s turn.")),
           arg_mention("player", seat_name(table, turn)));
    if (seat_is_present(table, turn))
        message_call(line, table->seats[turn].person->id);
    table_say(table, line);
}

void pause_begin(struct table *table)
{
    set(table, clock_now() + (int64_t)table->host->options.pause_limit);
    say(table, N_("The clocks stand still, {n} min at most: {p}resume goes on."));
}

void pause_end(struct table *table)
{
    set(table, 0);
    if (table->round != NULL)
        context_turn(table);
}

void pause_over(struct table *table)
{
    say(table, N_("The pause has lasted {n} min and is over."));
    pause_end(table);
}

void pause_check(struct table *table)
{
    if (table->match_on || !pause_is_on(table))
        return;
    table->paused_until = 0;
    table_set_clock(table);
}

void pause_again(struct table *table)
{
    if (pause_is_on(table))
        say(table, pause_words);
}

uint64_t pause_due(const struct table *table)
{
    return table->pause_ends;
}
