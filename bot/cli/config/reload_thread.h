/* reload_thread.h: the configuration read again on a thread of its own: the loop goes on however
 * long the disk takes, and an end does not wait for it. */
#ifndef TALON_BOT_CLI_CONFIG_RELOAD_THREAD_H
#define TALON_BOT_CLI_CONFIG_RELOAD_THREAD_H

#include "base/loop.h"

struct reload_news; /* reload.h */
struct reload_thread;

/* Begins to read that file; then calls `read` on the loop with what reload_read() gave, who owns
 * it. NULL: there is no memory or no thread, and nothing is called. */
struct reload_thread *reload_thread_begin(struct loop *loop, const char *path,
                                          void (*read)(void *arg, struct reload_news *news),
                                          void *arg);
/* `read` is not called any more; the thread ends when the disk answers. Accepts NULL. */
void reload_thread_give_up(struct reload_thread *thread);

#endif
