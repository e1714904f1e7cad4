#include "alone.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/host.h"
#include "bot/render.h"
#include "bot/table.h"

enum { MARK = '@' };

void alone_name(const struct person *person, char name[ALONE_NAME])
{
    snprintf(name, ALONE_NAME, "%c%s %s", MARK, person->verified ? "account" : "nick", person->key);
}

bool alone_is(const char *channel)
{
    return channel != NULL && *channel == MARK;
}

bool alone_address(struct host *host, struct network *network, struct message *message)
{
    if (!alone_is(message->channel))
        return true;
    if (message->user == NULL) {
        const struct table *table = table_at(host, network, message->channel);
        const struct person *opener = table != NULL ? table->opener : NULL;
        if (opener == NULL || opener->id == NULL)
            return false;
        message->user = strdup(opener->id);
        host_dress(message, &opener->taste, message->mono);
    }
    free(message->channel);
    message->channel = NULL;
    return message->user != NULL;
}

static struct table *table_of(const struct person *person)
{
    struct table *table = NULL;
    unsigned at = 0;
    while ((table = person_table(person, &at)) != NULL)
        if (alone_is(table->channel))
            break;
    return table;
}

void alone_back(const struct person *person)
{
    struct table *table = table_of(person);
    if (table == NULL || table->heard || person->id == NULL)
        return;
    table_set_here(table, true);
    render_announce(table);
}

void alone_gone(const struct person *person)
{
    struct table *table = table_of(person);
    if (table != NULL)
        table_set_here(table, false);
}
