/* state.h: what a connection remembers over restarts: for how long its server wants TLS (sts.h),
 * and which channels invited it (invite.h).
 *
 * The host keeps it as short texts (setup.keep of adapter.h). Earlier versions wrote these texts to
 * files of `state_dir`. If the host does not have a text, we read its file and give the text to the
 * host. The next start removes the file, since the host surely has the text by then. An empty text
 * is kept, too: it means that the file no longer counts. */
#ifndef TALON_ADAPTERS_IRC_WIRE_STATE_H
#define TALON_ADAPTERS_IRC_WIRE_STATE_H

#include "adapters/adapter.h"
#include "adapters/irc/session.h"
#include "sts.h"

/* Load only at start-up, since loading may read a file. `folder` is `state_dir`; "": there is
 * none. */
void state_load_policy(struct adapter *adapter, const char *folder, const char *host,
                       struct sts_policy *policy);
void state_save_policy(struct adapter *adapter, const char *host, const struct sts_policy *policy);
/* Makes the session join the channels that invited it (invite_want()). */
void state_load_invites(struct adapter *adapter, const char *folder, struct session *session);
void state_save_invites(struct adapter *adapter, const struct session *session);

#endif
