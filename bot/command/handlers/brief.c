#include "brief.h"

#include <stdint.h>
#include <string.h>

#include "bot/command/deferred.h"
#include "bot/command/page_link.h"
#include "bot/host.h"
#include "bot/text/phrase.h"

enum { LINE_WITH_PAGE = 250 };

void brief_init(struct brief *brief, struct message *message, const struct deferred *answer)
{
    const struct adapter *adapter = answer->to->adapter; /* NULL: the network has ended */
    unsigned limit = adapter != NULL ? adapter->impl->caps.line_limit : 0;
    *brief = (struct brief){.message = message, .limit = limit > 0 ? limit : SIZE_MAX};
    if (limit > LINE_WITH_PAGE && page_link_works(answer))
        brief->limit = LINE_WITH_PAGE;
}

struct message *brief_piece(void)
{
    return message_create(NULL, NULL, URGENCY_INFO);
}

bool brief_add(struct brief *brief, const char *between, struct message *piece)
{
    size_t used = brief->message->length - brief->start;
    if (used == 0)
        between = brief->second ? "\n" : "";
    bool fits = piece == NULL || used + strlen(between) + piece->length <= brief->limit;
    if (fits && (piece == NULL || piece->length > 0)) {
        message_text(brief->message, between);
        PHRASE(brief->message, "{piece}", arg_piece(brief->message, "piece", piece));
    }
    message_destroy(piece);
    return fits;
}

void brief_next_line(struct brief *brief)
{
    if (!brief->second)
        brief->start = brief->message->length;
    brief->second = true;
}

void brief_keep_room(struct brief *brief, size_t bytes)
{
    brief->limit -= bytes < brief->limit ? bytes : brief->limit;
}

void brief_note(struct brief *brief, const char *words)
{
    if (*words == '\0')
        return;
    brief_next_line(brief);
    message_text(brief->message, brief->message->length > brief->start ? " " : "\n");
    message_text(brief->message, words);
}
