/* address.h: the addresses of pages, as they stand in links and in what is told in a channel. */
#ifndef TALON_BOT_PAGES_ADDRESS_H
#define TALON_BOT_PAGES_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

struct host;

enum { ADDRESS_PATH = 1024, ADDRESS_WHOLE = 1280 };

struct buf;

/* Appends a piece of an address, percent-encoded. False: it does not fit. */
bool address_escape(struct buf *address, const char *part);
/* "/boards/libera/%23uno": what a page of a channel begins with, and the channel, percent-encoded.
 * False: it does not fit. */
bool address_of_channel(const char *page, const char *network, const char *channel,
                        char path[ADDRESS_PATH]);
/* The whole address of a page by which people reach us ("https://talon.example/boards"); "" where
 * no network has one (adapter_impl.address). */
const char *address_whole(const struct host *host, const char *path, char address[ADDRESS_WHOLE]);

#endif
