#include "services.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

bool services_anope;
struct ircd services_other;
char services_folder[32] = "/tmp/talon-network-XXXXXX";
char services_secret[64], services_wrong[64];

static bool write_file(char *path, size_t size, const char *name, const char *text)
{
    snprintf(path, size, "%s/%s", services_folder, name);
    FILE *file = fopen(path, "w");
    return file && fputs(text, file) >= 0 && fclose(file) == 0 && chmod(path, 0600) == 0;
}

bool services_account(const struct ircd *ircd)
{
    const struct irc_client_files files = {ircd->client_cert, ircd->client_key};
    struct irc_client *owner = irc_client_certified(ircd->tls_port, &files, "talon");
    bool good = irc_client_welcomed(owner) &&
                irc_client_send(owner, "PRIVMSG NickServ@services.test :REGISTER " SERVICES_PASSWORD
                                       " talon@mail.test") &&
                irc_client_expect(owner, IRC_CLIENT_PATIENCE, "* NOTICE talon :*registered*") &&
                irc_client_send(owner, "PRIVMSG NickServ@services.test :CERT ADD %s",
                                ircd->client_fingerprint) &&
                irc_client_expect(owner, IRC_CLIENT_PATIENCE, "* NOTICE talon :*[Aa]dded *");
    irc_client_close(owner);
    return good;
}

int services_start(void **state)
{
    (void)state;
    if (!(services_anope ? ircd_has_anope() : ircd_has(IRCD_INSPIRCD)))
        return 0;
    const struct ircd_options options = {
        .kind = IRCD_INSPIRCD, .services = true, .anope = services_anope, .sts = 60};
    return mkdtemp(services_folder) &&
                   write_file(services_secret, sizeof(services_secret), "secret",
                              SERVICES_PASSWORD "\n") &&
                   write_file(services_wrong, sizeof(services_wrong), "wrong", "incorrect\n") &&
                   ircd_start(&server, &options) && services_account(&server)
               ? 0
               : -1;
}

int services_stop(void **state)
{
    (void)state;
    ircd_stop(&services_other);
    ircd_stop(&server);
    unlink(services_secret);
    unlink(services_wrong);
    rmdir(services_folder);
    return 0;
}

static void expect_account(struct irc_client *client, const char *account)
{
    char pattern[100];
    irc_client_send(client, "WHO #cards %%na");
    snprintf(pattern, sizeof(pattern), "* 354 witness talon* :%s", account);
    assert_non_null(irc_client_expect(client, IRC_CLIENT_PATIENCE, pattern));
    assert_non_null(irc_client_expect(client, IRC_CLIENT_PATIENCE, "* 315 *"));
}

void services_login(const char *const *keys, const char *account)
{
    struct irc_client *client = server_meet("witness", server_keys(true, keys));
    expect_account(client, account);
    irc_loop_finish();
    server_leave(client);
}
