/* names.h: which file a page lies in, and which page a file is of.
 *
 * Pages write links to each other as names of files (bot/pages/html/frame.h, where addresses begin
 * with a dot): "/rules/flex" is "rules/flex.html", "/" is "index.html". What an address has
 * percent-encoded stands there with "=" for "%", and parameters behind a comma:
 * "/boards/libera/%23uno?window=week" is "boards/libera/=23uno,window~week.html". Data is named
 * ".json" instead.
 *
 * A file system takes NAME_PART bytes between two slashes, and a channel's name may need more, with
 * three signs for a byte. The part of such a name is shortened in the folder and in all links to
 * it: its beginning, "==", and a hash of the whole part. Every other "=" stands before two digits.
 */
#ifndef TALON_ADAPTERS_FILES_NAMES_H
#define TALON_ADAPTERS_FILES_NAMES_H

#include <stdbool.h>
#include <stddef.h>

enum { NAME_SIZE = 1024, NAME_PART = 255 };

/* The file that a link means: `href` as it stands in the page of the file `from`. False: it is none
 * of ours (another site's, a place in the same page), does not fit, or leads out of the folder. */
bool name_of_link(const char *from, const char *href, char name[NAME_SIZE]);

/* The address of a file's page: its path, decoded, and its query, as adapter.h has them. `name` is
 * without the folder of its language. False: it is no page's name. */
bool name_address(const char *name, char path[NAME_SIZE], char query[NAME_SIZE]);

/* Shortens each part of a name, or of a link up to its "#", that a file system does not take. What
 * it takes stays as it is. False: it does not fit. */
bool name_shorten(const char *name, char out[NAME_SIZE]);

/* The way from the folder of a file up to the root of all: ".", "..", "../..". */
bool name_way_up(const char *name, char way[NAME_SIZE]);

#endif
