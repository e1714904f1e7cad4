#include "alone.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/host.h"
#include "bot/pause.h"
#include "bot/render.h"
#include "bot/table.h"

enum { MARK = '@' };

void alone_name(struct host *host, const struct person *person, char name[ALONE_NAME])
{
    const struct table *table = NULL;
    int length = snprintf(name, ALONE_NAME, "%c%s %s", MARK, person->verified ? "account" : "nick",
                          person->key);
    for (unsigned n = 2; (table = table_at(host, person->network, name)) != NULL; n++) {
        if (table_people(table) == 0)
            return;
        snprintf(name + length, ALONE_NAME - (size_t)length, " %u", n);
    }
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
        if (message->user == NULL) {
            message->failed = true;
            return false;
        }
        host_dress(message, &opener->taste, message->mono);
    }
    free(message->channel);
    message->channel = NULL;
    return true;
}

/* Their tables in a private talk: the next from *at on. */
static struct table *next_table(const struct person *person, unsigned *at)
{
    struct table *table = NULL;
    while ((table = person_table(person, at)) != NULL)
        if (alone_is(table->channel))
            break;
    return table;
}

void alone_back(const struct person *person)
{
    struct table *table = NULL;
    unsigned at = 0;
    while (person->id != NULL && (table = next_table(person, &at)) != NULL) {
        if (table->heard)
            continue;
        table_set_here(table, true);
        render_announce(table, false);
        pause_again(table);
    }
}

void alone_gone(const struct person *person)
{
    struct table *table = NULL;
    unsigned at = 0;
    while ((table = next_table(person, &at)) != NULL)
        table_set_here(table, false);
}
