#include "inflight.h"

#include <string.h>

void inflight_init(struct inflight *inflight, unsigned lines, unsigned bytes)
{
    *inflight = (struct inflight){.lines = lines < INFLIGHT_LINES_MAX ? lines : INFLIGHT_LINES_MAX,
                                  .bytes = bytes};
}

bool inflight_has_room(const struct inflight *inflight)
{
    return inflight->lines == 0 ||
           (inflight->count < inflight->lines && inflight->size < inflight->bytes);
}

void inflight_sent(struct inflight *inflight, size_t length)
{
    if (inflight->lines > 0 && inflight->count < INFLIGHT_LINES_MAX) {
        inflight->line[inflight->count].length = length;
        inflight->line[inflight->count++].to = 0;
        inflight->size += length;
    }
}

void inflight_expect(struct inflight *inflight, uint32_t to)
{
    if (inflight->count > 0)
        inflight->line[inflight->count - 1].to = to;
}

/* The oldest lines have arrived. */
static void forget_lines(struct inflight *inflight, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        inflight->size -= inflight->line[i].length;
    inflight->count -= count;
    memmove(inflight->line, inflight->line + count, inflight->count * sizeof(inflight->line[0]));
    inflight->pinged -= inflight->pinged < count ? inflight->pinged : count;
}

void inflight_echo(struct inflight *inflight, uint32_t to)
{
    for (unsigned i = 0; i < inflight->count; i++) {
        if (inflight->line[i].to == to) {
            forget_lines(inflight, i + 1);
            return;
        }
    }
}

uint32_t inflight_ping(struct inflight *inflight, uint64_t now, bool few)
{
    bool many = few || inflight->count * 4 >= inflight->lines * 3 ||
                inflight->size * 4 >= inflight->bytes * 3;
    if (inflight->lines == 0 || inflight->ping || inflight->count == 0 || !many)
        return 0;
    inflight->ping = ++inflight->pings ? inflight->pings : ++inflight->pings;
    inflight->pinged = inflight->count;
    inflight->since = now;
    return inflight->ping;
}

bool inflight_pong(struct inflight *inflight, uint32_t ping)
{
    if (ping == 0 || ping != inflight->ping)
        return false;
    forget_lines(inflight, inflight->pinged);
    inflight->ping = 0;
    return true;
}
