/* invite.h: guests, who sit down by an invitation (!invite) from a page.
 *
 * What keeps guests from hurting anybody:
 * - Flood limits of the address, the link, the channel and the network hold them back (flood.h),
 * and nobody sits down while the network is behind (capacity.h). Leaving gives nothing back.
 * - Nobody is called what somebody at the table is called, or what looks like it (confusable.h).
 * - All guests of one address have one vote, and none about who invited them (vote.h).
 * - Who sits there, or an operator of the channel, ends the link by `!invite off`. An operator lets
 *   no guests in at all by `!set channel guests off`; the guests that are there stay.
 *
 * "guests" is on by default. A link is there only when somebody who sits at the table asked for it,
 * and an operator of the bot has set up pages; what guests can do is bounded by the above; and one
 * word ends it. Off by default would spare operators nothing, and hide from players that they can
 * invite somebody. */
#ifndef TALON_BOT_COMMAND_HANDLERS_INVITE_H
#define TALON_BOT_COMMAND_HANDLERS_INVITE_H

struct guest;
struct host;

/* seat_guest_fn (bot/pages/pages.h). */
const char *invite_seat(struct host *host, struct guest *guest);

#endif
