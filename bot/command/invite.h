/* invite.h: guests, who sit down by an invitation (!invite) from a page. */
#ifndef TALON_BOT_COMMAND_INVITE_H
#define TALON_BOT_COMMAND_INVITE_H

struct guest;
struct host;

/* Is host->seat_guest. */
const char *invite_seat(struct host *host, struct guest *guest);

#endif
