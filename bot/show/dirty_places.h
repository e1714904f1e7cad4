/* dirty_places.h: lists the places that must show something at the end of this turn of the loop. */
#ifndef TALON_BOT_SHOW_DIRTY_PLACES_H
#define TALON_BOT_SHOW_DIRTY_PLACES_H

struct place;

/* The place is among them (table_messages_flush()). */
void dirty_places_add(struct place *place);
/* It is not, any more. */
void dirty_places_forget(struct place *place);

#endif
