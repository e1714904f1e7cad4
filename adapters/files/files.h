/* files.h: an adapter that writes the web pages to files, so that no port need be open.
 *
 * It asks the host for pages as a web server does (page_source.ask). It begins with the first
 * page of each language, follows every link that it finds, and ends when all found pages are
 * written. A page without a link to it is not written. Addresses in the files are relative, so the
 * folder can be served from anywhere. The first language lies at the root, every other one in a
 * folder named by its code. If an address has parameters, the name of its file holds them
 * (names.h).
 *
 * The adapter is in no registry: `talon site` gives it to the host. */
#ifndef TALON_ADAPTERS_FILES_FILES_H
#define TALON_ADAPTERS_FILES_FILES_H

#include "adapters/adapter.h"

extern const struct adapter_impl files_adapter;

/* The settings: the folder, and the codes of the languages. Pages of the first language lie at the
 * root. */
enum files_key { FILES_FOLDER, FILES_LANGUAGES };

/* What was written, and what went wrong. The log has a line for each fault. A faulty page does not
 * stop the others. */
struct files_told {
    unsigned pages, files;
    unsigned bad;    /* pages that are missing, or have a link that leads nowhere */
    unsigned faults; /* other faults, such as a file that cannot be written */
    bool settled;    /* true: the new pages are in place; false: the folder is unchanged */
};
/* Call both functions only after CHAT_STOPPED. */
struct files_told files_told(const struct adapter *adapter);
/* Calls `call` for each bad page, with the name of its file before shortening (names.h). */
void files_each_bad(const struct adapter *adapter, void (*call)(void *arg, const char *name),
                    void *arg);

#endif
