#define _XOPEN_SOURCE 700 /* nftw */
#include "pg_server.h"

#include <assert.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <libpq-fe.h>

#include "tests/real/process.h"

static struct {
    pid_t pid;
    pid_t owner; /* a child of the test that ends leaves it alone */
    char program[PATH_MAX], libraries[PATH_MAX];
    char folder[64], data[96], log[96], initial[112];
    unsigned fresh;
    bool earnest;
} server;

static void die(const char *what)
{
    fprintf(stderr, "pg_server: %s\n", what);
    abort();
}

/* -- finding -- */

static bool find(void)
{
    const char *roots[] = {getenv("TALON_SERVERS"), ""};
    const char *given = getenv("TALON_POSTGRES");
    if (given != NULL && *given != '\0') {
        snprintf(server.program, sizeof(server.program), "%s", given);
        return access(given, X_OK) == 0;
    }
    for (size_t i = 0; i < 2; i++)
        if (roots[i] != NULL && process_glob(roots[i], "/usr/lib/postgresql/*/bin/postgres",
                                             server.program, sizeof(server.program)))
            return true;
    return false;
}

bool pg_server_there(void)
{
    static int known; /* 1: yes, -1: no */
    if (known == 0) {
        known = find() && (geteuid() != 0 || process_open_to_nobody(server.program)) ? 1 : -1;
        if (known < 0)
            fprintf(stderr, "there is no PostgreSQL here: what needs one is skipped\n");
    }
    return known > 0;
}

/* What an unpacked one brings along. */
static const char *libraries(void)
{
    char root[PATH_MAX];
    char *end = NULL;
    snprintf(root, sizeof(root), "%s", server.program);
    end = strstr(root, "/usr/lib/postgresql/");
    if (end == NULL || end == root)
        return NULL;
    *end = '\0';
    if (!process_glob(root, "/usr/lib/*-linux-gnu*", server.libraries, sizeof(server.libraries)))
        return NULL;
    return server.libraries;
}

/* -- running -- */

static void run(const char *name, const char *const *arguments)
{
    char program[PATH_MAX];
    int status = 1;
    snprintf(program, sizeof(program), "%.*s%s",
             (int)(strrchr(server.program, '/') + 1 - server.program), server.program, name);
    pid_t pid = process_start(&(struct process){.program = program,
                                                .arguments = arguments,
                                                .log = server.log,
                                                .libraries = libraries(),
                                                .drop = geteuid() == 0});
    if (pid <= 0 || waitpid(pid, &status, 0) != pid || status != 0)
        die(name);
}

static int drop_file(const char *path, const struct stat *st, int kind, struct FTW *at)
{
    (void)st, (void)kind, (void)at;
    return remove(path);
}

void pg_server_stop(void)
{
    if (server.owner != getpid())
        return;
    if (server.pid > 0) {
        kill(server.pid, SIGQUIT);
        process_stop(&server.pid, false);
    }
    nftw(server.folder, drop_file, 16, FTW_DEPTH | FTW_PHYS);
    server.owner = 0;
}

void pg_server_earnest(void)
{
    server.earnest = true;
}

static void make(void)
{
    if (!pg_server_there())
        die("there is none");
    strcpy(server.folder, server.earnest ? "/var/tmp/talon-pg-XXXXXX" : "/tmp/talon-pg-XXXXXX");
    if (mkdtemp(server.folder) == NULL)
        die("no folder");
    server.owner = getpid();
    atexit(pg_server_stop);
    process_give(server.folder);
    snprintf(server.data, sizeof(server.data), "%s/data", server.folder);
    snprintf(server.log, sizeof(server.log), "%s/log", server.folder);
    snprintf(server.initial, sizeof(server.initial), "host=%s dbname=postgres user=postgres",
             server.folder);
    run("initdb", (const char *const[]){"initdb", "-D", server.data, "-U", "postgres", "-A",
                                        "trust", "-E", "UTF8", "--locale=C", "-N", NULL});
}

static pid_t launch(void)
{
    char socket[128];
    snprintf(socket, sizeof(socket), "-cunix_socket_directories=%s", server.folder);
    const char *const arguments[] = {"postgres",
                                     "-D",
                                     server.data,
                                     socket,
                                     "-clisten_addresses=",
                                     server.earnest ? "-cfsync=on" : "-cfsync=off",
                                     server.earnest ? "-cshared_buffers=256MB"
                                                    : "-cshared_buffers=16MB",
                                     server.earnest ? "-cautovacuum_naptime=1" : "-cautovacuum=off",
                                     "-cjit=off",
                                     server.earnest ? "-cmax_wal_size=1GB" : "-cmax_wal_size=256MB",
                                     "-clog_min_messages=fatal",
                                     NULL};
    return process_start(&(struct process){.program = server.program,
                                           .arguments = arguments,
                                           .log = server.log,
                                           .libraries = libraries(),
                                           .drop = geteuid() == 0});
}

/* One that was killed leaves processes for a moment, which keep another out. */
void pg_server_start(void)
{
    enum { TRIES = 2000 };
    for (unsigned tries = 0; tries < TRIES; tries++) {
        if (server.pid <= 0 || waitpid(server.pid, NULL, WNOHANG) != 0)
            server.pid = launch();
        if (PQping(server.initial) == PQPING_OK)
            return;
        process_pause(5);
    }
    die("it does not start");
}

const char *pg_server_folder(void)
{
    if (server.owner == 0)
        make();
    if (server.pid == 0)
        pg_server_start();
    return server.folder;
}

/* -- asking -- */

static void ignore(void *arg, const char *message)
{
    (void)arg, (void)message;
}

const char *pg_server_run(const char *address, const char *sql)
{
    static char text[4096];
    PGconn *conn = PQconnectdb(address);
    PQsetNoticeProcessor(conn, ignore, NULL);
    PGresult *result = PQexec(conn, sql);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
        fprintf(stderr, "%s: %s\n", sql, PQerrorMessage(conn));
        die("a statement failed");
    }
    snprintf(text, sizeof(text), "%s",
             PQntuples(result) > 0 && PQgetisnull(result, 0, 0) == 0 ? PQgetvalue(result, 0, 0)
                                                                     : "");
    PQclear(result);
    PQfinish(conn);
    return text;
}

long pg_server_number(const char *address, const char *sql)
{
    return strtol(pg_server_run(address, sql), NULL, 10);
}

void pg_server_fresh(char *address, size_t size)
{
    char sql[64];
    const char *folder = pg_server_folder();
    snprintf(sql, sizeof(sql), "CREATE SCHEMA t%u", ++server.fresh);
    pg_server_run(server.initial, sql);
    snprintf(address, size, "host=%s dbname=postgres user=postgres options='-c search_path=t%u'",
             folder, server.fresh);
}

/* -- ending parts of it -- */

enum { CLIENTS_MAX = 64 };

static unsigned list_clients(pid_t clients[CLIENTS_MAX])
{
    unsigned count = 0;
    PGconn *conn = PQconnectdb(server.initial);
    PGresult *result = PQexec(conn, "SELECT pid FROM pg_stat_activity"
                                    " WHERE backend_type = 'client backend'"
                                    " AND pid <> pg_backend_pid()");
    for (int i = 0; i < PQntuples(result) && count < CLIENTS_MAX; i++)
        clients[count++] = (pid_t)strtol(PQgetvalue(result, i, 0), NULL, 10);
    PQclear(result);
    PQfinish(conn);
    return count;
}

void pg_server_signal_clients(int signal)
{
    pid_t clients[CLIENTS_MAX];
    unsigned count = list_clients(clients);
    for (unsigned i = 0; i < count; i++)
        kill(clients[i], signal);
}

/* Its processes do not go on for a moment without it. */
void pg_server_kill(void)
{
    pid_t clients[CLIENTS_MAX];
    unsigned count = list_clients(clients);
    kill(server.pid, SIGKILL);
    for (unsigned i = 0; i < count; i++)
        kill(clients[i], SIGKILL);
    waitpid(server.pid, NULL, 0);
    server.pid = 0;
}
