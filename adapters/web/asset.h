/* asset.h: the files of the site, which are part of the program (adapters/web/site/, packed by
 * site.cmake).
 *
 * A file has the address /site/HASH/NAME. HASH is a hash of all files together, so the content of
 * such an address never changes. Files below site/root/ have the address /NAME, for those that need
 * a fixed one (robots.txt, a service worker). */
#ifndef TALON_ADAPTERS_WEB_ASSET_H
#define TALON_ADAPTERS_WEB_ASSET_H

#include <stddef.h>

struct asset {
    const char *name; /* "app.js", "engine/talon.wasm", "root/robots.txt" */
    const char *type; /* media type of the content, as HTTP names it */
    const char *etag;
    const unsigned char *bytes;
    size_t length;
    const unsigned char *gzip; /* the packed bytes; NULL: packing makes them no smaller */
    size_t gzip_length;
};

/* All of them, in the order of strcmp(). */
extern const struct asset site_assets[];
extern const unsigned site_asset_count;
extern const char site_hash[];

/* Finds a file by its name; NULL: there is none. */
const struct asset *asset_find(const char *name);

#endif
