/* asset.h: the files of the site, which are part of the program (adapters/web/site/, by
 * site.cmake).
 *
 * A file lies at /site/HASH/NAME, where HASH is that of all of them together: what stands at such
 * an address never changes. Files below site/root/ lie at /NAME, for those whose address is fixed
 * (robots.txt, a service worker). */
#ifndef TALON_ADAPTERS_WEB_ASSET_H
#define TALON_ADAPTERS_WEB_ASSET_H

#include <stddef.h>

struct asset {
    const char *name; /* "app.js", "engine/talon.wasm", "root/robots.txt" */
    const char *type; /* of its content, as HTTP names it */
    const char *etag;
    const unsigned char *bytes;
    size_t length;
    const unsigned char *gzip; /* packed; NULL: that makes it no smaller */
    size_t gzip_length;
};

/* All of them, in the order of strcmp(). */
extern const struct asset site_assets[];
extern const unsigned site_asset_count;
extern const char site_hash[];

/* NULL: there is none. */
const struct asset *asset_find(const char *name);

#endif
