/* multi.h: libcurl's multi handle, watched by the loop.
 *
 * The owner sets up easy handles and gives them to `curl` (curl_multi_add_handle()); this watches
 * the descriptors and keeps the timer that libcurl asks for, and tells what is done. It lives
 * inside its owner. Callbacks come from the loop, never from inside a call below. */
#ifndef TALON_ADAPTERS_CURL_MULTI_H
#define TALON_ADAPTERS_CURL_MULTI_H

#include <stdbool.h>

#include <curl/curl.h>

#include "base/loop.h"

struct multi_socket;

struct multi {
    struct timer timer; /* first; curl's */
    struct loop *loop;
    CURLM *curl; /* the owner's for options and easy handles */
    struct multi_socket *sockets;
    unsigned handles; /* of the loop, that are not closed yet */
    bool released;
    void (*done)(struct multi *multi, CURL *easy, CURLcode code);
    void (*closed)(struct multi *multi);
};

/* `done` is called once for each easy handle that came to its end; it stays in `curl` until the
 * owner removes it. It may call everything here. False: memory is out, and there is nothing to
 * finish. The first call makes the process ignore SIGPIPE, where nobody handles it, and
 * end where libcurl finds no memory (memory.h). */
bool multi_init(struct multi *multi, struct loop *loop,
                void (*done)(struct multi *multi, CURL *easy, CURLcode code));
/* Lets go of descriptors and timer, and calls `done` no more. Of what stays connected
 * (CONNECT_ONLY) the owner may watch the descriptor now: two watches on one cannot be. */
void multi_release(struct multi *multi);
/* Easy handles that are not wanted any more were removed before. Its sockets are closed when this
 * returns, the memory must stay until `closed`. Once. */
void multi_finish(struct multi *multi, void (*closed)(struct multi *multi));

#endif
