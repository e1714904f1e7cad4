/* seen.h: in whose channels people were seen last, where channels belong to somebody
 * (adapter_impl.tenant: a server of Discord).
 *
 * In a private talk nobody says whence they come. Who was seen last in a server that is banned
 * (ban.h) is not heard there either, nor keeps a table there, until they are seen in another one.
 * It is in memory alone, and of the SEEN_MAX who were seen last: who was not seen since the start
 * is nobody's. Kept on the disk, it would tell of people who never played where they talk; whom a
 * ban must reach in private at any time is banned by their account. */
#ifndef TALON_BOT_PEOPLE_SEEN_H
#define TALON_BOT_PEOPLE_SEEN_H

#include <stdbool.h>

struct chat_event;
struct host;
struct network;

enum { SEEN_MAX = 10000 };

/* Notes who did something where; nothing where that says nothing. */
void seen_note(struct host *host, const struct network *network, const struct chat_event *event);
/* Whether that account was seen last in a channel of a tenant that is banned. */
bool seen_in_banned(const struct network *network, const char *account);
void seen_finish(struct host *host);

#endif
