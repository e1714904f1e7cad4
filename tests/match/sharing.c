#include "sharing.h"

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "served_daemon.h"
#include "tests/storage/postgresql/pg_server.h"

int sharing_open_shared(void **state)
{
    pg_server_shared();
    return sharing_open(state);
}

int sharing_open(void **state)
{
    (void)state;
    return pg_server_there() && !served_daemon_open(&(struct ircd_options){.kind = IRCD_NGIRCD})
               ? -1
               : 0;
}

void sharing_fresh_by(const char *host, const char *parameters)
{
    static char address[512];
    char words[160];
    pg_server_fresh(words, sizeof(words));
    const char *schema = strstr(words, "search_path=");
    assert_non_null(schema);
    schema += strlen("search_path=");
    snprintf(address, sizeof(address),
             "postgresql://postgres@%s/%s?%s&options=-csearch_path%%3D%.*s", host,
             pg_server_database(), parameters, (int)strcspn(schema, "'"), schema);
    daemon_server = address;
}

void sharing_fresh(void)
{
    char folder[96];
    snprintf(folder, sizeof(folder), "host=%s", pg_server_folder());
    sharing_fresh_by("", folder);
}

void sharing_begin(struct daemon *daemon, const struct ircd *ircd, const char *lines)
{
    daemon_talon_lines = lines;
    assert_true(daemon_init(daemon, ircd, false, ""));
    assert_true(daemon_start(daemon));
}

void sharing_await(const struct daemon *daemon, const char *part)
{
    enum { TRIES = 600, PAUSE = 100 /* milliseconds */ };
    char text[4096] = "";
    for (int tries = 0; tries < TRIES; tries++) {
        if (daemon_ctl(daemon, "fleet", text, sizeof(text)) == 0 && strstr(text, part) != NULL)
            return;
        poll(NULL, 0, PAUSE);
    }
    daemon_show_log(daemon);
    fail_msg("%s lacks: %s", text, part);
}
