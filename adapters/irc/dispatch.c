#include "dispatch.h"

#include <string.h>

#include "adapters/irc/people/identity.h"
#include "adapters/irc/people/invite.h"
#include "adapters/irc/people/membership.h"
#include "adapters/irc/people/modes.h"
#include "adapters/irc/people/nick.h"
#include "adapters/irc/sending/throttle.h"
#include "adapters/irc/wire/errors.h"
#include "adapters/irc/wire/ping.h"
#include "adapters/irc/wire/register.h"
#include "base/array.h"
#include "privmsg.h"
#include "session_state.h"

/* The handlers of every command and numeric that we read. If a command has two rows, both handlers
 * see the line, in this order. */
static const struct {
    const char *command;
    unsigned params; /* at least */
    line_handler *handle;
} rows[] = {
    {"001", 1, register_on_welcome},
    {"004", 3, throttle_on_myinfo},
    {"005", 2, register_on_isupport},
    {"263", 2, whois_on_busy},
    {"276", 3, whois_on_certificate},
    {"302", 2, unseen_on_userhost},
    {"311", 4, whois_on_user},
    {"312", 3, whois_on_server},
    {"317", 4, whois_on_signon},
    {"318", 2, whois_on_end},
    {"324", 3, modes_on_modes},
    {"330", 4, whois_on_account},
    {"352", 6, identity_on_who},
    {"353", 4, membership_on_names},
    {"354", 7, identity_on_whox},
    {"366", 2, invite_on_names_end},
    {"366", 2, identity_on_names_end},
    {"376", 0, register_on_motd_end},
    {"396", 2, identity_on_host_hidden},
    {"401", 2, errors_on_undelivered},
    {"402", 2, whois_on_no_server},
    {"421", 0, register_on_unknown},
    {"422", 0, register_on_motd_end},
    {"432", 1, nick_on_refused},
    {"433", 1, nick_on_refused},
    {"436", 1, nick_on_refused},
    {"437", 1, nick_on_refused},
    {"439", 2, errors_on_undelivered},
    {"451", 0, register_on_unknown},
    {"464", 0, errors_on_refused},
    {"465", 0, errors_on_refused},
    {"477", 2, errors_on_undelivered},
    {"486", 2, errors_on_undelivered},
    {"492", 2, errors_on_undelivered},
    {"493", 2, errors_on_undelivered},
    {"531", 2, errors_on_undelivered},
    {"707", 2, errors_on_undelivered},
    {"716", 2, errors_on_undelivered},
    {"730", 2, unseen_on_online},
    {"731", 2, nick_on_offline},
    {"731", 2, unseen_on_offline},
    {"734", 3, unseen_on_full},
    {"900", 3, login_on_logged_in},
    {"901", 0, login_on_logged_out},
    {"902", 0, login_on_refusal},
    {"903", 0, login_on_success},
    {"904", 0, login_on_refusal},
    {"905", 0, login_on_refusal},
    {"906", 0, login_on_refusal},
    {"907", 0, login_on_success},
    {"908", 2, login_on_mechanisms},
    {"ACCOUNT", 1, identity_on_account},
    {"AUTHENTICATE", 1, login_on_authenticate},
    {"CAP", 2, caps_on_cap},
    {"CHGHOST", 2, identity_on_chghost},
    {"ERROR", 0, errors_on_error},
    {"FAIL", 3, errors_on_standard_reply},
    {"INVITE", 2, invite_on_invite},
    {"JOIN", 1, membership_on_join},
    {"KICK", 2, membership_on_kick},
    {"MODE", 2, modes_on_mode},
    {"NICK", 1, membership_on_nick},
    {"NOTE", 3, errors_on_standard_reply},
    {"NOTICE", 2, privmsg_on_notice},
    {"PART", 1, membership_on_part},
    {"PING", 1, ping_on_ping},
    {"PONG", 1, throttle_on_pong},
    {"PONG", 1, modes_on_pong},
    {"PRIVMSG", 2, privmsg_on_privmsg},
    {"QUIT", 0, membership_on_quit},
    {"WARN", 3, errors_on_standard_reply},
};

void dispatch_line(struct session *session, const struct proto_line *line)
{
    if (!batch_take(session, line))
        return;
    errors_of_channel(session, line);
    if (errors_labelled(session, line))
        return;
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        if (strcmp(rows[i].command, line->command) == 0 && line->count >= rows[i].params)
            rows[i].handle(session, line);
    }
}
