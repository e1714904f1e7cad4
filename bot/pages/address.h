/* address.h: the addresses of pages, for links and for messages in chat. */
#ifndef TALON_BOT_PAGES_ADDRESS_H
#define TALON_BOT_PAGES_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

enum { ADDRESS_PATH = 1024, ADDRESS_WHOLE = 1280 };

struct buf;
struct people;

/* Appends a piece of an address, percent-encoded. Returns false if it does not fit. */
bool address_escape(struct buf *address, const char *part);
/* Writes the address of a channel's page: `page`, the network and the channel, percent-encoded
 * ("/boards/libera/%23uno"). Returns false if it does not fit. */
bool address_of_channel(const char *page, const char *network, const char *channel,
                        char path[ADDRESS_PATH]);
/* Writes the whole address of a page, as people reach it ("https://talon.example/boards"); "" if no
 * network has a web address (page_server.address). */
const char *address_whole(const struct people *people, const char *path,
                          char address[ADDRESS_WHOLE]);

#endif
