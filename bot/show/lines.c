#include "lines.h"

#include <string.h>

#include "bot/show/render.h"
#include "bot/show/speak.h"
#include "bot/table/lost.h"
#include "bot/table/own_tables.h"
#include "bot/table/seat.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

struct message *table_line(struct table *table, enum urgency urgency)
{
    struct message *message = message_create(table->channel, NULL, urgency);
    if (message != NULL)
        message->mono = table->mono;
    else
        lost_line(table);
    return message;
}

void lines_name_table(struct message *message, const struct table *table,
                      const struct person *person)
{
    enum whisper way = table->network->adapter->impl->caps.whisper;
    if (message == NULL || way != WHISPER_PRIVATE_MESSAGE || person->table_count < 2 ||
        own_tables_count(person) < 2)
        return;
    const struct language *own = person_language(person);
    const struct language *language = own != NULL ? own : table->language;
    if (table->is_private)
        PHRASE(message, "{table}: ", arg_text("table", tr(language, N_("Our own table"))));
    else /* as services do: clients show it in the channel's window */
        PHRASE(message, "[{channel}] ", arg_text("channel", table->channel));
}

struct message *seat_line(struct table *table, unsigned seat)
{
    if (!seat_is_present(table, seat))
        return NULL;
    const struct person *person = table->seats[seat].person;
    struct message *message = message_create(table->channel, person->id, URGENCY_HAND);
    if (message == NULL)
        lost_line(table);
    preferences_dress(message, &person->preferences, table->mono);
    if (message != NULL && message->way == WAY_ANY && table->seats[seat].talks)
        message->way = WAY_TALK;
    lines_name_table(message, table, person);
    return message;
}

/* Whether the table waits for whoever that is. */
static bool is_for_turn(const struct table *table, const char *user)
{
    if (user == NULL || table->round == NULL || table->round->game.phase == PHASE_ROUND_OVER)
        return false;
    unsigned turn = table->round->game.turn;
    return seat_is_present(table, turn) && strcmp(table->seats[turn].person->id, user) == 0;
}

void table_say(struct table *table, struct message *message)
{
    if (message != NULL && message->user == NULL && table->place.view.unsaid != NULL)
        render_unsaid(table);
    if (message != NULL && message->replaces && is_for_turn(table, message->user))
        message->first = true;
    if (!table->heard)
        message_destroy(message); /* the state is announced anew when the channel is back */
    else
        speak_durable(table->host, table->network, message);
}

void table_keep_unsaid(struct table *table, struct message *message)
{
    if (table->place.view.unsaid == NULL)
        table->place.view.unsaid_at = loop_now(table->host->loop);
    message_destroy(table->place.view.unsaid);
    if (message != NULL)
        message_trim(message); /* ten thousand tables may have one */
    table->place.view.unsaid = message;
    table->place.view.unsaid_about = SEAT_NONE;
}

struct message *table_unsaid(struct table *table)
{
    struct message *message = table->place.view.unsaid;
    table->place.view.unsaid = NULL;
    return message;
}

void lines_drop(struct table *table)
{
    message_destroy(table_unsaid(table));
}
