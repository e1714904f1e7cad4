/* suggest.h: suggestions for a slash command while it is typed (CHAT_SUGGEST).
 *
 * The answer is a message of choices (PURPOSE_CHOICES) for the option that is being typed: the
 * plays that the typist's own hand allows, players, switches and their values, or commands. Where
 * people type commands as a whole (adapter_caps.bare_words), a text of one word is completed to a
 * command. The answer has at most CHAT_CHOICES choices, and none if nothing fits. It waits for the
 * journal as all messages do, because it may name a card that was just drawn. */
#ifndef TALON_BOT_COMMAND_SUGGEST_H
#define TALON_BOT_COMMAND_SUGGEST_H

struct chat_event;
struct host;
struct network;

void suggest_run(struct host *host, struct network *network, const struct chat_event *event);

#endif
