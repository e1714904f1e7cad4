/* notes.h: what a table tells in one sentence (bot/table/watcher.h), in words. */
#ifndef TALON_BOT_SHOW_NOTES_H
#define TALON_BOT_SHOW_NOTES_H

#include "bot/table/watcher.h"

void note_tell(struct table *table, const struct table_note *note);

#endif
