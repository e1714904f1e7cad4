/* meeting.h: people who are seen, and the seats that wait for them (people.h).
 *
 * After a restart, a netsplit, a KICK, or their own PART and JOIN, guests are known again by their
 * connection: the network is asked about each of them, first about the one whose turn it is. Where
 * that proves nothing, all guests who are there are told at once how they get their seats, and the
 * channel is told once. */
#ifndef TALON_BOT_HOST_MEETING_H
#define TALON_BOT_HOST_MEETING_H

struct chat_user;
struct host;
struct network;

/* Somebody is seen: if they surely hold a seat anywhere they are bound to it. */
void meeting_seen(struct host *host, struct network *network, const struct chat_user *user);
/* What the network tells of somebody is known (CHAT_KNOWN). */
void meeting_known(struct host *host, struct network *network, const struct chat_user *user);

#endif
