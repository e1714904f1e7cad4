/* suggest.h: what a command that is being typed may become (CHAT_SUGGEST).
 *
 * Answered with the choices of the last option (PURPOSE_CHOICES): the plays open to who types, from
 * their own hand alone; players; switches and their values; commands. Never more than CHAT_CHOICES
 * of them; none where nothing fits. As all that is said they wait for the journal: they may name a
 * card that was just drawn. */
#ifndef TALON_BOT_COMMAND_SUGGEST_H
#define TALON_BOT_COMMAND_SUGGEST_H

struct chat_event;
struct host;
struct network;

void suggest_run(struct host *host, struct network *network, const struct chat_event *event);

#endif
