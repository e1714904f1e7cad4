/* meeting.h: recognises people who are seen, and gives them the seats that wait for them
 * (people.h).
 *
 * After a restart, a netsplit, a KICK, or a PART and JOIN, guests are recognised by their
 * connection: the bot asks the network about each of them, first about the one whose turn it is. If
 * the answer proves nothing, the bot tells all guests who are there how to take their seats back,
 * all at once, and tells the channel once. */
#ifndef TALON_BOT_HOST_MEETING_H
#define TALON_BOT_HOST_MEETING_H

struct chat_user;
struct host;
struct network;

/* Call it when a user is seen. If the user certainly is a person who has a seat anywhere, binds
 * that person to the user. */
void meeting_seen(struct host *host, struct network *network, const struct chat_user *user);
/* Call it when the network has told the connection of a user (CHAT_KNOWN). */
void meeting_known(struct host *host, struct network *network, const struct chat_user *user);

#endif
