/* meeting.h: recognises people who are seen, and gives them the seats that wait for them
 * (people.h).
 *
 * After a restart, a netsplit, a KICK, or a PART and JOIN, guests are recognised by their
 * connection: the network is asked about each of them, first about the one whose turn it is. If
 * that proves nothing, the bot tells all guests who are there at once how to take their seats back,
 * and the channel once. */
#ifndef TALON_BOT_HOST_MEETING_H
#define TALON_BOT_HOST_MEETING_H

struct chat_user;
struct host;
struct network;

/* Call it when somebody is seen. If they certainly own a seat anywhere, it binds them to that seat.
 */
void meeting_seen(struct host *host, struct network *network, const struct chat_user *user);
/* Call it when the network has answered about somebody (CHAT_KNOWN). */
void meeting_known(struct host *host, struct network *network, const struct chat_user *user);

#endif
