/* script.h: a network that a test plays. It has no wire: a test says what people do, and reads what
 * was said to the channels and to each person. Its faults are settings:
 *
 *   hear_drop, hear_duplicate, hear_reorder   of what people do (per cent of the events)
 *   say_drop, say_duplicate, say_reorder      of what is said (per cent of the lines)
 *   throttle     milliseconds between two lines said; the most urgent of those that wait goes first
 *   disconnect   per cent of the messages said that tear the connection
 *   reconnect    milliseconds until it stands again
 *   seed         of all these chances: the same seed and the same calls give the same faults
 *   late_fold    on: until it is connected "[" counts as "{" in names, and never again after
 *   styles       on: spans are shown, "{red|[R 5]} {name|alice}" (cards plain for a mono reader),
 *                and before a whisper the way its reader wants, "{notice}" or "{talk}"
 *   channels     where it is from the start ("#table")
 *
 * We are called Talon there.
 *
 * Only messages, commands of people, are dropped and doubled; joins, renames and the like are what
 * networks deliver reliably, but all are reordered. All functions run on the loop's thread. Strings
 * are copied. What they cause is raised in a later turn of the loop, in order.
 *
 * It stands in no registry: only tests link it, and no configuration can name it. */
#ifndef TALON_TESTS_DOUBLES_SCRIPT_SCRIPT_H
#define TALON_TESTS_DOUBLES_SCRIPT_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>

#include "adapters/pages.h"

extern const struct adapter_impl script_adapter;
/* The same network with controls: accounts that last (everybody's is their id), whispers that only
 * their reader sees, boards and hands. A line shows what its message is for and answers,
 *
 *   "#table: board|On top [R 5]", "@alice: hand 7|Your turn", "@alice: 7|You draw [B 2]",
 *
 * and behind the text of such a message stands a line of its controls: {button Draw=draw}, {menu
 * Play}, {choice [R 5]=play R5}, {words Speak=By the power}; {button* ..} is a strong one, {button-
 * ..} one that is off. */
extern const struct adapter_impl script_controls_adapter;

/* Keys by index, for tests that set them up without a file. */
enum script_key {
    SCRIPT_CHANNELS,
    SCRIPT_SEED,
    SCRIPT_HEAR_DROP,
    SCRIPT_HEAR_DUPLICATE,
    SCRIPT_HEAR_REORDER,
    SCRIPT_SAY_DROP,
    SCRIPT_SAY_DUPLICATE,
    SCRIPT_SAY_REORDER,
    SCRIPT_THROTTLE,
    SCRIPT_DISCONNECT,
    SCRIPT_RECONNECT,
    SCRIPT_LATE_FOLD,
    SCRIPT_STYLES
};

/* -- what people and the network do -- */

/* `id` joins `channel`; call it again for another channel. `account` NULL: none. */
void script_join(struct adapter *adapter, const char *channel, const char *id, const char *account,
                 bool is_operator);
/* Likewise from another host; everybody's first nick is their host else. The network vouches for
 * all that do not begin with '~'. */
void script_join_from(struct adapter *adapter, const char *channel, const char *id,
                      const char *host);
void script_leave(struct adapter *adapter, const char *channel, const char *id);
/* `channel` NULL: in private. A person who never joined may write, too. */
void script_type(struct adapter *adapter, const char *channel, const char *id, const char *text);
void script_rename(struct adapter *adapter, const char *id, const char *new_id);
/* `account` NULL: lost. */
void script_identify(struct adapter *adapter, const char *id, const char *account);
/* The certificate that the network reports of a person; NULL: none. */
void script_certify(struct adapter *adapter, const char *id, const char *print);
/* What the network tells of their connection when it is asked; NULL: nothing. It goes with them. */
void script_connect(struct adapter *adapter, const char *id, const char *connection);
void script_gone(struct adapter *adapter, const char *id, bool netsplit);
/* From now on whispers to `id` fail (CHAT_FAILED), or succeed again. */
void script_deaf(struct adapter *adapter, const char *id, bool deaf);
/* The channel does not receive messages of the bot until script_entered(). */
void script_muted(struct adapter *adapter, const char *channel);
/* Something may be heard there again; and what was said then was. */
void script_try(struct adapter *adapter, const char *channel);
void script_tried(struct adapter *adapter, const char *channel);
/* The name that people use for each channel; NULL: unknown. Not copied. */
void script_call_channel(struct adapter *adapter, const char *name);
/* The bot is removed from a channel, or may join again. */
void script_removed(struct adapter *adapter, const char *channel);
/* How much the network lets us say, and how much we say; a copy is kept. */
void script_load(struct adapter *adapter, const struct adapter_load *what);
/* What is said comes so many milliseconds late; and what was lost of it, for there was no room. */
void script_behind(struct adapter *adapter, uint64_t milliseconds);
/* So much more tables in private talks. */
void script_behind_alone(struct adapter *adapter, uint64_t milliseconds);
void script_dropped(struct adapter *adapter, const char *channel);
void script_entered(struct adapter *adapter, const char *channel);
/* Tears the connection. The host hears of it in a later turn of the loop. The double connects again
 * `milliseconds` after that, never in the same turn. It enters its channels again, and raises a
 * join for each person who is there. */
void script_disconnect(struct adapter *adapter, unsigned milliseconds);

/* -- with controls (pressed.c) -- */

/* The name that `id` shows from now on, and the language of their client; NULL: their id, none. */
void script_call(struct adapter *adapter, const char *id, const char *name, const char *locale);
/* `id` gives a slash command. `channel` NULL: in private. */
void script_command(struct adapter *adapter, const char *channel, const char *id, const char *text,
                    uint32_t answers);
/* `id` uses the control that says `words`, of their newest panel or hand or else of the newest
 * board there. False: neither has one that can be used. */
bool script_press(struct adapter *adapter, const char *channel, const char *id, const char *words,
                  uint32_t answers);
/* Uses a control of an earlier message, found by its stamp. */
void script_press_old(struct adapter *adapter, const char *channel, const char *id,
                      const char *words, uint64_t stamp, uint32_t answers);
/* Likewise; the network brings it so late that it cannot be answered. */
void script_press_late(struct adapter *adapter, const char *channel, const char *id,
                       const char *words, uint64_t stamp);
/* `id` enters the words that a control asked for. */
void script_words(struct adapter *adapter, const char *channel, const char *id, const char *words,
                  uint64_t stamp, uint32_t answers);
/* `id` is typing. */
void script_suggest(struct adapter *adapter, const char *channel, const char *id, const char *text,
                    uint32_t answers);
/* The newest message of that purpose (`user` NULL: to all; no lines are kept then); NULL: there is
 * none. Valid until the next one. */
const struct message *script_newest(const struct adapter *adapter, const char *channel,
                                    const char *user, enum purpose purpose);

/* -- who looks, and does not talk -- */

/* Asks for a document as a web server does, "/api/1/boards?window=all", and runs the loop until it
 * is there. NULL: it was refused, or not there after `milliseconds`. Its body ends with a NUL.
 * Valid until the next one. Not from inside the loop. */
const struct page *script_look(struct adapter *adapter, const char *address, const char *language,
                               unsigned milliseconds);
/* As where no picture can be drawn; else what is to be drawn is in page.poster. */
void script_cannot_draw(struct adapter *adapter);

/* -- what was said -- */

/* Every line in the order of its arrival: "#table: text", "@alice: text" for a whisper. NULL behind
 * the last. Valid until script_forget(). */
const char *script_line(const struct adapter *adapter, size_t n);
size_t script_lines(const struct adapter *adapter);
void script_forget(struct adapter *adapter);

/* Runs the loop until a line from index *from on contains `part`, and sets *from behind it. NULL
 * after `milliseconds` without it. Not from inside the loop. */
const char *script_wait(struct adapter *adapter, size_t *from, const char *part,
                        unsigned milliseconds);
/* Runs the loop until nothing is under way here: all events raised, all lines said, connected. */
bool script_settle(struct adapter *adapter, unsigned milliseconds);

#endif
