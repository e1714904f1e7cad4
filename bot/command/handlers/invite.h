/* invite.h: guests, who sit down from a page: by an invitation (!invite), or from the page of the
 * table.
 *
 * What keeps guests from hurting anybody:
 *
 * - Flood limits of the address, the link, the channel and the network hold them back (flood.h),
 *   and nobody sits down while the network is behind (capacity.h). Leaving gives nothing back.
 * - No guest gets the name of somebody at the table, or a name that looks like it
 *   (confusable.h).
 * - All guests of one address share one vote, and cannot vote about the player who invited them
 *   (vote.h).
 * - Any player at the table, or an operator of the channel, can end the link by `!invite off`.
 *   An operator lets no guests in at all by `!set channel guests off`; the guests that are there
 *   stay.
 *
 * "guests" is "links" by default: a link exists only if a player at the table asked for it, and one
 * word ends the link. With "on", which only an operator sets, the page of the table seats guests
 * without a link, if people may watch the table (bot/pages/live.h). The limits above hold for these
 * guests, too, except that no player invited them. */
#ifndef TALON_BOT_COMMAND_HANDLERS_INVITE_H
#define TALON_BOT_COMMAND_HANDLERS_INVITE_H

struct commands;
struct guest;

/* seat_guest_fn (bot/pages/pages.h). */
const char *invite_seat(struct commands *commands, struct guest *guest);

#endif
