/* table_notes.h: writes the news of a table that need one sentence (bot/table/watcher.h). */
#ifndef TALON_BOT_SHOW_TABLE_NOTES_H
#define TALON_BOT_SHOW_TABLE_NOTES_H

#include "bot/table/watcher.h"

struct message;
struct place;

void table_notes_tell(struct table *table, const struct table_note *note);
void table_notes_vote(struct table *table, const struct vote_note *note);

/* Adds why the next deal must wait (`wait`, milliseconds; allowance.h), in the place's language. */
void table_notes_deals_spent(const struct place *place, uint64_t wait, struct message *message);

#endif
