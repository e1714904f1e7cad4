/* back.h: somebody is there again, whatever it was that waited for them. */
#ifndef TALON_BOT_TABLE_SEATS_BACK_H
#define TALON_BOT_TABLE_SEATS_BACK_H

#include <stdbool.h>

struct person;

/* They are bound to a user (again): the seat that a computer player kept is theirs (presence.h),
 * what a netsplit held up goes on (split.h), and so does their private table. True: a computer
 * player kept a seat of theirs. */
bool back_person(const struct person *person);

#endif
