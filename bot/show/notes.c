#include "notes.h"

#include "bot/table/table.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

static const char *const words[] = {
    [NOTE_SPLIT_BEGINS] = N_("A netsplit: the table waits for those it took, {n} min at most."),
    [NOTE_SPLIT_OVER] = N_("Nobody is missing any more: play goes on."),
    [NOTE_SPLIT_TOO_LONG] = N_("Not everybody is back, but play goes on."),
};

void note_tell(struct table *table, const struct table_note *note)
{
    struct message *line = table_line(table, URGENCY_TABLE);
    if (line == NULL)
        return;
    PHRASE(line, tr(table->language, words[note->kind]), arg_number("n", note->n));
    table_say(table, line);
}
