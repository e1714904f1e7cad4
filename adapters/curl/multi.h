/* multi.h: libcurl's multi handle, watched by the loop.
 *
 * The owner makes easy handles and adds them to `curl` (curl_multi_add_handle()). This module
 * watches their descriptors, keeps libcurl's timer, and reports the handles that have ended. The
 * struct lives inside its owner. Callbacks come from the loop, never inside a call below. */
#ifndef TALON_ADAPTERS_CURL_MULTI_H
#define TALON_ADAPTERS_CURL_MULTI_H

#include <stdbool.h>

#include <curl/curl.h>

#include "base/loop.h"

struct multi_socket;

struct multi {
    struct timer timer; /* first; curl's */
    struct loop *loop;
    CURLM *curl; /* the owner may set options and add easy handles */
    struct multi_socket *sockets;
    unsigned handles; /* handles of the loop that are still open */
    bool released;
    void (*done)(struct multi *multi, CURL *easy, CURLcode code);
    void (*closed)(struct multi *multi);
};

/* `done` is called once for each easy handle that has ended, and may call every function here. The
 * handle stays in `curl` until the owner removes it. Returns false if memory is out; then do not
 * call multi_finish().
 *
 * The first call changes the process: from then on SIGPIPE is ignored, unless the process handles
 * it, and the process ends if libcurl gets no memory (memory.h). */
bool multi_init(struct multi *multi, struct loop *loop,
                void (*done)(struct multi *multi, CURL *easy, CURLcode code));
/* Stops watching the descriptors and the timer, and calls `done` no more. The owner may then watch
 * the descriptor of an open connection itself (CONNECT_ONLY): the loop cannot watch one descriptor
 * twice. */
void multi_release(struct multi *multi);
/* Remove all easy handles before this call, and make it once. The sockets are closed on return. The
 * memory must stay until `closed` is called. */
void multi_finish(struct multi *multi, void (*closed)(struct multi *multi));

#endif
