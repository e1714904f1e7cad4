/* names.h: which file holds a page, and which page a file holds.
 *
 * Pages link to each other by file name (bot/pages/html/frame.h, where addresses begin with a dot):
 * "/rules/flex" is "rules/flex.html", "/" is "index.html". In names "=" stands for the "%" of
 * percent-encoding, and parameters follow a comma: "/boards/libera/%23uno?window=week" is
 * "boards/libera/=23uno,window~week.html". Data ends with ".json" instead.
 *
 * A file system takes NAME_PART bytes between two slashes. A channel's name may need more, since
 * each byte can take three characters. Such a part is shortened both in the folder and in all links
 * to it: to its beginning, "==", and a hash of the whole part. Any other "=" has two hexadecimal
 * digits after it. */
#ifndef TALON_ADAPTERS_FILES_NAMES_H
#define TALON_ADAPTERS_FILES_NAMES_H

#include <stdbool.h>
#include <stddef.h>

enum { NAME_SIZE = 1024, NAME_PART = 255 };

/* Finds the file that a link means. `href` is the link as it is written in the page of the file
 * `from`. Returns false if the link leads elsewhere (another site, a place in the same page, out of
 * the folder), or the name does not fit. */
bool name_of_link(const char *from, const char *href, char name[NAME_SIZE]);

/* Finds the address of a file's page: its decoded path and its query, in the form of adapter.h.
 * `name` has no language folder in front. Returns false if no page has such a name. */
bool name_address(const char *name, char path[NAME_SIZE], char query[NAME_SIZE]);

/* Shortens each part of a name that is too long for a file system, and copies the others. In a
 * link, it shortens only what stands before "#". Returns false if the result does not fit. */
bool name_shorten(const char *name, char out[NAME_SIZE]);

/* Writes the relative path from the file's folder up to the root: ".", "..", "../..". */
bool name_way_up(const char *name, char way[NAME_SIZE]);

#endif
