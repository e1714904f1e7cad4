/* card_emoji.h: the faces of our cards as emoji of the application.
 *
 * Emoji of an application work in every server and need no permission. At its start Talon asks
 * which ones there are, and adds those that are missing: it draws one on another thread, sends it,
 * and waits a moment before the next. Play never waits for that. A restart goes on where the last
 * process stopped, and a failure is tried again later. If two processes add at once, as at a
 * takeover, Discord refuses a name that is taken. Then we ask again what there is. Until an emoji
 * is there, and in a build that cannot draw, cards have the coloured squares of content.h.
 *
 * The name holds a version: "talon2_r5". If drawings change, CARD_EMOJI_VERSION is raised, and the
 * new ones are added beside the old. Those of the version before stay, because a process of the
 * release before may still use them, and messages that stand show them. Older ones of ours are
 * deleted. Emoji with other names are never touched.
 *
 * If somebody deletes an emoji, Discord refuses the messages that name it. The code that sees such
 * a refusal calls card_emoji_doubt(). From then on cards have squares, until we have asked Discord
 * again.
 *
 * Bounds: emoji_count() of them, of Discord's 2,000, and one request at a time. */
#ifndef TALON_ADAPTERS_DISCORD_MESSAGES_CARD_EMOJI_H
#define TALON_ADAPTERS_DISCORD_MESSAGES_CARD_EMOJI_H

#include "adapters/discord/gateway/shard.h"
#include "adapters/discord/rest/rest.h"
#include "base/message.h"

/* Raise it when adapters/picture draws the emoji in another way. */
#define CARD_EMOJI_VERSION 2

enum {
    CARD_EMOJI_NAME = 33,         /* bytes, NUL included */
    CARD_EMOJI_PAUSE_MS = 200,    /* ms between two emoji that are added or deleted */
    CARD_EMOJI_TAKEN_MS = 5000,   /* ms of pause after a refused name: another process is adding
                                   * emoji, too */
    CARD_EMOJI_AGAIN_MS = 600000, /* ms until a failure is tried again */
    CARD_EMOJI_DOUBT_MS = 60000   /* ms, at least, between two refused messages that make us ask
                                   * Discord again */
};

struct card_emoji;

struct card_emoji_setup {
    struct loop *loop;
    const struct log *log;
    struct rest *rest;
};

/* NULL: memory is out. */
struct card_emoji *card_emoji_create(const struct card_emoji_setup *setup);
/* Call it after rest.h was destroyed or has ended its requests. `closed` comes when the loop has
 * let go of the timer. Accepts NULL, and calls nothing then. */
void card_emoji_destroy(struct card_emoji *emoji, void (*closed)(void *arg), void *arg);

/* Begins to ask for the emoji of that application, unless it has begun already. `adds`: this
 * process adds and deletes; one of those that share a bot does. */
void card_emoji_start(struct card_emoji *emoji, const char *application, bool adds);
/* Discord refused a message because of an emoji in it. Accepts NULL. */
void card_emoji_doubt(struct card_emoji *emoji);

/* Finds the emoji of a card or colour. Returns its id and writes its name. NULL: there is none, or
 * it is not there yet. `emoji` may be NULL. */
const char *card_emoji_find(const struct card_emoji *emoji, unsigned tint,
                            const struct shown_card *card, char name[CARD_EMOJI_NAME]);

#endif
