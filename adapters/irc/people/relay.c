#include "relay.h"

#include <stdio.h>
#include <string.h>

#include "adapters/irc/session_state.h"
#include "base/buf.h"
#include "base/text.h"

bool relay_is_id(const char *id)
{
    return strchr(id, '/') != NULL;
}

bool relay_knows(const struct session *session, const struct proto_line *line)
{
    char source[PROTO_INPUT + 1];
    char mask[PROTO_CHANNEL];
    const char *at = session->setup.relays != NULL ? session->setup.relays : "";
    snprintf(source, sizeof(source), "%s!%s@%s", line->nick, line->user, line->host);
    for (at += strspn(at, " ,"); *at != '\0'; at += strspn(at, " ,")) {
        size_t length = strcspn(at, " ,");
        snprintf(mask, sizeof(mask), "%.*s", length < sizeof(mask) ? (int)length : 0, at);
        at += length;
        bool whole = strpbrk(mask, "!@") != NULL;
        if (*mask != '\0' && proto_mask(session->isupport.map, mask, whole ? source : line->nick))
            return true;
    }
    return false;
}

/* Reads "<bob> hello" and "<@bob> hello". Relays put invisible characters into names so that
 * clients do not ring; text_clean() removes them. */
bool relay_read(const struct proto_line *line, const char *text, struct relayed *out)
{
    struct buf name;
    const char *end = *text == '<' ? strstr(text, "> ") : NULL;
    if (end == NULL)
        return false;
    const char *from = text + 1 + strspn(text + 1, "~&@%+");
    buf_init(&name, out->name, sizeof(out->name));
    if (from >= end || !text_clean(&name, from, (size_t)(end - from)) || text_blank(out->name) ||
        strchr(out->name, '/') != NULL)
        return false;
    out->text = end + 2;
    int id = snprintf(out->id, sizeof(out->id), "%s/%s", out->name, line->nick);
    int host = snprintf(out->host, sizeof(out->host), "%s@%s", out->name, out->id);
    return id < (int)sizeof(out->id) && host < (int)sizeof(out->host);
}
