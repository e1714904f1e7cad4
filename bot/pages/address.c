#include "address.h"

#include <string.h>

#include "adapters/pages.h"
#include "base/buf.h"
#include "bot/people/network.h"

/* True for characters that need no percent-encoding (RFC 3986). */
static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != '\0' && strchr("-._~", c) != NULL);
}

bool address_escape(struct buf *address, const char *part)
{
    bool good = true;
    for (; good && *part != '\0'; part++) {
        good = is_plain(*part) ? buf_add_char(address, *part)
                               : buf_printf(address, "%%%02X", (unsigned char)*part);
    }
    return good;
}

static bool add_part(struct buf *path, const char *part)
{
    return buf_add_char(path, '/') && address_escape(path, part);
}

bool address_of_channel(const char *page, const char *network, const char *channel,
                        char path[ADDRESS_PATH])
{
    struct buf buf;
    buf_init(&buf, path, ADDRESS_PATH);
    return buf_add(&buf, page) && add_part(&buf, network) && add_part(&buf, channel);
}

const char *address_whole(const struct people *people, const char *path,
                          char address[ADDRESS_WHOLE])
{
    struct buf buf;
    buf_init(&buf, address, ADDRESS_WHOLE);
    const struct network *network = NULL;
    unsigned at = 0;
    while ((network = network_next(people, &at)) != NULL) {
        const struct adapter *adapter = network->adapter;
        const struct page_server *server = adapter->impl->pages;
        const char *base =
            server != NULL && server->address != NULL ? server->address(adapter) : NULL;
        if (base != NULL && buf_add(&buf, base) && buf_add(&buf, path))
            return address;
        buf_reset(&buf);
    }
    return address;
}
