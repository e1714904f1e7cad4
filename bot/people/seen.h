/* seen.h: in which channel people were last seen, on networks where channels belong to somebody
 * (adapter_impl.tenant: a server of Discord).
 *
 * A private talk does not tell from which server somebody comes. So somebody who was last seen in a
 * banned server (ban.h) may not play in private either, until they are seen in another one. Memory
 * keeps the SEEN_MAX latest users only; a user not seen since the start counts as no server's.
 * Nothing goes to the disk, because that would show where people talk who never played. To reach
 * somebody in private at any time, ban their account. */
#ifndef TALON_BOT_PEOPLE_SEEN_H
#define TALON_BOT_PEOPLE_SEEN_H

#include <stdbool.h>

struct chat_event;
struct network;
struct people;

enum { SEEN_MAX = 10000 };

/* Notes the tenant of the channel in which the event's author acted, if the event names a channel.
 */
void seen_note(const struct network *network, const struct chat_event *event);
/* Returns true if that account was last seen in a channel of a banned tenant. */
bool seen_in_banned(const struct network *network, const char *account);
void seen_finish(struct people *people);

#endif
