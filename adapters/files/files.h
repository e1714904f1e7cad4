/* files.h: the pages of the web as files in a folder, for who wants no open port.
 *
 * It asks for pages as a web server does (adapter_setup.ask), from the first one on in each
 * language, follows every link that it finds, and ends when all are written: what nothing links to
 * is not written. Addresses in the files are relative, so that the folder can be served from
 * anywhere. The first language lies at the root, others in folders of their code; a page of an
 * address that has parameters has them in its name (names.h).
 *
 * It stands in no registry: talon site gives it to the host. */
#ifndef TALON_ADAPTERS_FILES_FILES_H
#define TALON_ADAPTERS_FILES_FILES_H

#include "adapters/adapter.h"

extern const struct adapter_impl files_adapter;

/* Its settings: the folder; the codes of the languages, the first one's at the root. */
enum files_key { FILES_FOLDER, FILES_LANGUAGES };

/* What was written, and what went wrong. Each fault was told in the log. One page with a fault
 * keeps no other one away. */
struct files_told {
    unsigned pages, files;
    unsigned bad;    /* pages that are missing, or have a link that leads nowhere */
    unsigned faults; /* of anything else: a file that cannot be written */
    bool settled;    /* it is in the folder; else all there is as it was */
};
/* Both after CHAT_STOPPED. */
struct files_told files_told(const struct adapter *adapter);
/* The bad pages, by the names of their files before those are shortened. */
void files_each_bad(const struct adapter *adapter, void (*call)(void *arg, const char *name),
                    void *arg);

#endif
