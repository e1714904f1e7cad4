/* state.h: what a connection remembers over restarts: for how long its server wants it to come by
 * TLS (sts.h), and which channels invited it (invite.h). The host keeps it as short texts
 * (setup.keep of adapter.h).
 *
 * Earlier versions wrote the same texts to files of `state_dir`. A text that the host does not have
 * is read from its file and given to the host; the file is removed at the next start, when the host
 * surely has it. So an empty text is kept, too: it tells that the file counts no more. */
#ifndef TALON_ADAPTERS_IRC_WIRE_STATE_H
#define TALON_ADAPTERS_IRC_WIRE_STATE_H

#include "adapters/adapter.h"
#include "adapters/irc/session.h"
#include "sts.h"

/* Loading is for start-up: it may read a file. `folder` is `state_dir`; "": there is none. */
void state_load_policy(struct adapter *adapter, const char *folder, const char *host,
                       struct sts_policy *policy);
void state_save_policy(struct adapter *adapter, const char *host, const struct sts_policy *policy);
/* Has the session join the channels (invite_want()). */
void state_load_invites(struct adapter *adapter, const char *folder, struct session *session);
void state_save_invites(struct adapter *adapter, const struct session *session);

#endif
