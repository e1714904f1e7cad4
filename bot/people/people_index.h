/* people_index.h: the indexes by which persons are found (people.h), for people*.c only. */
#ifndef TALON_BOT_PEOPLE_PEOPLE_INDEX_H
#define TALON_BOT_PEOPLE_PEOPLE_INDEX_H

#include "bot/people/people.h"

/* Indexes the person by that text on their network. Replaces their former text in this index.
 * Returns false when memory is out. */
bool people_index_add(struct people *people, enum people_way way, struct person *person,
                      const char *text);
/* Removes the person from that index, if they are in it. */
void people_index_remove(struct people *people, enum people_way way, struct person *person);
/* Return the first or next person on that network who may have been added under that text: the hash
 * is equal, and the caller must compare the text. NULL after the last. */
struct person *people_index_first(const struct people *people, enum people_way way,
                                  const struct network *network, const char *text);
struct person *people_index_next(const struct person *person, enum people_way way);

#endif
