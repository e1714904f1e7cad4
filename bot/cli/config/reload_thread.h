/* reload_thread.h: reads the configuration again on a thread of its own. The loop does not wait for
 * a slow disk, and neither does the end of the daemon. */
#ifndef TALON_BOT_CLI_CONFIG_RELOAD_THREAD_H
#define TALON_BOT_CLI_CONFIG_RELOAD_THREAD_H

#include "base/loop.h"

struct reload_news; /* reload.h */
struct reload_thread;

/* Starts to read the file. When it is read, calls `read` on the loop with the result of
 * reload_read(), which `read` then owns. Returns NULL if there is no memory or no thread; `read` is
 * then never called. */
struct reload_thread *reload_thread_begin(struct loop *loop, const char *path,
                                          void (*read)(void *arg, struct reload_news *news),
                                          void *arg);
/* Makes sure that `read` is not called any more. The thread ends once the disk answers. Accepts
 * NULL. */
void reload_thread_give_up(struct reload_thread *thread);

#endif
