/* dirty_places.h: lists the places that must show something at the end of this turn of the loop. */
#ifndef TALON_BOT_SHOW_DIRTY_PLACES_H
#define TALON_BOT_SHOW_DIRTY_PLACES_H

struct place;

/* Adds the place to the list, for table_messages_flush(). */
void dirty_places_add(struct place *place);
/* Removes the place from the list. */
void dirty_places_forget(struct place *place);

#endif
