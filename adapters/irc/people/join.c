#include "join.h"

#include <string.h>

#include "adapters/irc/session_state.h"

/* Adds a name to the list of a JOIN; false when it does not fit. */
static bool list_add(char *list, size_t size, const char *name)
{
    size_t used = strlen(list);
    size_t length = strlen(name);
    if (length + (used > 0) >= size - used)
        return false;
    if (used > 0)
        list[used++] = ',';
    memcpy(list + used, name, length + 1);
    return true;
}

void join_queue(struct session *session)
{
    uint64_t now = session_now(session);
    if (session->join_waits || now < session->join_due || session->stage != STAGE_READY)
        return;
    char list[PROTO_LINE - 16] = "";
    unsigned count = 0;
    uint64_t next = UINT64_MAX;
    bool full = false;
    const char *key = NULL; /* a channel with a key goes in a line of its own */
    for (uint32_t i = 0; i < session->nicklist.channel_count; i++) {
        struct channel *channel = session->nicklist.channels[i];
        if (channel->state != CHANNEL_WANTED && channel->state != CHANNEL_JOINING)
            continue;
        full = full || count == session->isupport.join_targets;
        if (channel->due <= now && !full && !(channel->key != NULL && count > 0) &&
            list_add(list, sizeof(list), channel->named.name)) {
            count++;
            key = channel->key;
            full = key != NULL;
            channel->state = CHANNEL_JOINING;
            channel->due = now + JOIN_ANSWER;
        }
        next = channel->due < next ? channel->due : next;
    }
    session->join_due = next;
    if (count > 0)
        session->join_waits = SESSION_PUT(session, SENDQ_TABLE, "JOIN", NULL, list, key);
}

void join_sent(struct session *session)
{
    session->join_waits = false;
    join_queue(session);
}

void join_again(struct session *session, struct channel *channel, uint64_t due)
{
    channel->state = CHANNEL_WANTED;
    channel->due = due;
    if (due < session->join_due)
        session->join_due = due;
}
