#include "lines.h"

#include <string.h>

#include "bot/show/render.h"
#include "bot/show/speak.h"
#include "bot/table/lost.h"
#include "bot/table/seat.h"

struct message *table_line(struct table *table, enum urgency urgency)
{
    struct message *message = message_create(table->channel, NULL, urgency);
    if (message != NULL)
        message->mono = table->mono;
    else
        lost_line(table);
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
