#define _GNU_SOURCE /* nftw, unshare */
#include "pg_server.h"

#include <assert.h>
#include <ftw.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <libpq-fe.h>

#include "base/array.h"
#include "tests/real/process.h"
#include "tests/real/tls_files.h"

struct one {
    pid_t pid;
    char socket[80], data[96], initial[144];
};

static struct {
    struct one first, second;
    pid_t owner;  /* a child of the test that ends leaves it alone */
    pid_t sender; /* the process of the first one that stands still; 0: none does */
    char program[PATH_MAX], libraries[PATH_MAX];
    char folder[64], log[96];
    char now[80];    /* link to the folder of the socket of the first one, whichever that is */
    char secure[96]; /* folder of the files of TLS; "": without */
    unsigned port;   /* with it */
    unsigned fresh, made;
    bool earnest, small;
    bool shared;       /* it is not ours; only the database is */
    char database[32]; /* "": postgres */
} server;

static const unsigned usual_port = 5432;
static const char disk_size[] = "size=1g"; /* what is there takes memory, no more */

/* With what the programs said. */
void pg_server_die(const char *what)
{
    char line[512];
    FILE *log = *server.log != '\0' ? fopen(server.log, "r") : NULL;
    fprintf(stderr, "pg_server: %s\n", what);
    while (log != NULL && fgets(line, sizeof(line), log) != NULL)
        fputs(line, stderr);
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
    for (size_t i = 0; i < 2; i++) {
        if (roots[i] != NULL && process_glob(roots[i], "/usr/lib/postgresql/*/bin/postgres",
                                             server.program, sizeof(server.program)))
            return true;
    }
    return false;
}

bool pg_server_there(void)
{
    static int known; /* 1: yes, -1: no */
    if (known == 0) {
        known = find() && (geteuid() != 0 || process_open_to_nobody(server.program)) ? 1 : -1;
        if (known < 0) {
            fprintf(stderr,
                    "skipped: no PostgreSQL (set TALON_POSTGRES, or install the package)\n");
        }
    }
    return known > 0;
}

const char *pg_server_database(void)
{
    return *server.database != '\0' ? server.database : "postgres";
}

/* It has a database of ours from now on. */
static void enter_shared(const char *folder)
{
    char sql[64];
    snprintf(server.now, sizeof(server.now), "%s", folder);
    snprintf(server.first.initial, sizeof(server.first.initial),
             "host=%s port=%u dbname=postgres user=postgres", folder, usual_port);
    snprintf(sql, sizeof(sql), "CREATE DATABASE test_%ld", (long)getpid());
    pg_server_run(server.first.initial, sql);
    snprintf(server.database, sizeof(server.database), "test_%ld", (long)getpid());
    snprintf(server.first.initial, sizeof(server.first.initial),
             "host=%s port=%u dbname=%s user=postgres", folder, usual_port, server.database);
    server.shared = true;
    server.owner = getpid();
    atexit(pg_server_stop);
}

static void leave_shared(void)
{
    char address[144], sql[64];
    snprintf(address, sizeof(address), "host=%s port=%u dbname=postgres user=postgres", server.now,
             usual_port);
    snprintf(sql, sizeof(sql), "DROP DATABASE %s WITH (FORCE)", server.database);
    pg_server_run(address, sql);
    server.shared = false;
    server.database[0] = '\0';
    server.owner = 0;
}

bool pg_server_shared(void)
{
    char folder[sizeof(server.now)] = "";
    const char *link = getenv("TALON_PG_SHARED");
    if (!pg_server_there())
        return false;
    if (!server.shared && link != NULL && readlink(link, folder, sizeof(folder) - 1) > 0)
        enter_shared(folder);
    return true;
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

static void beside(const char *name, char program[PATH_MAX])
{
    snprintf(program, PATH_MAX, "%.*s%s", (int)(strrchr(server.program, '/') + 1 - server.program),
             server.program, name);
}

bool pg_server_has(const char *name)
{
    char program[PATH_MAX];
    if (!pg_server_there())
        return false;
    beside(name, program);
    return access(program, X_OK) == 0;
}

void pg_server_tool(const char *name, const char *const *arguments)
{
    char program[PATH_MAX];
    int status = 1;
    beside(name, program);
    pid_t pid = process_start(&(struct process){.program = program,
                                                .arguments = arguments,
                                                .log = server.log,
                                                .libraries = libraries(),
                                                .drop = geteuid() == 0});
    if (pid <= 0 || waitpid(pid, &status, 0) != pid || status != 0)
        pg_server_die(name);
}

bool pg_server_lend_tools(void)
{
    char path[2 * PATH_MAX];
    if (!pg_server_has("pg_dump") || !pg_server_has("pg_restore"))
        return false;
    snprintf(path, sizeof(path), "%.*s:%s", (int)(strrchr(server.program, '/') - server.program),
             server.program, getenv("PATH"));
    setenv("PATH", path, 1);
    if (libraries() != NULL)
        setenv("LD_LIBRARY_PATH", libraries(), 1);
    return true;
}

static int drop_file(const char *path, const struct stat *st, int kind, struct FTW *at)
{
    (void)st, (void)kind, (void)at;
    return remove(path);
}

/* Programs that share one leave it alone. */
static void need_own(void)
{
    if (server.shared)
        pg_server_die("this program shares its server");
}

void pg_server_stop(void)
{
    if (server.owner != getpid())
        return;
    if (server.shared) {
        leave_shared();
        return;
    }
    pid_t *const both[] = {&server.first.pid, &server.second.pid};
    for (int i = 0; i < 2; i++) {
        if (*both[i] > 0) {
            kill(*both[i], SIGQUIT);
            process_stop(both[i], false);
        }
    }
    if (server.small)
        umount2(server.folder, MNT_DETACH); /* its processes end behind it */
    nftw(server.folder, drop_file, 16, FTW_DEPTH | FTW_PHYS);
    if (*server.secure != '\0')
        tls_files_remove(server.secure);
    server.secure[0] = '\0';
    server.port = 0;
    server.owner = server.sender = 0;
    server.made = 0;
    server.small = false;
}

void pg_server_earnest(void)
{
    server.earnest = true;
}

/* Its folders; nothing is in that of its data. */
static void name(struct one *one)
{
    unsigned n = ++server.made;
    snprintf(one->socket, sizeof(one->socket), "%s/%u", server.folder, n);
    snprintf(one->data, sizeof(one->data), "%s/data%u", server.folder, n);
    snprintf(one->initial, sizeof(one->initial), "host=%s port=%u dbname=postgres user=postgres",
             one->socket, server.port != 0 ? server.port : usual_port);
    if (mkdir(one->socket, 0700) != 0)
        pg_server_die("no folder");
    process_give(one->socket);
}

/* It is the first one from now on. */
static void put_first(void)
{
    char link[96];
    snprintf(link, sizeof(link), "%s.new", server.now);
    if (symlink(server.first.socket, link) != 0 || rename(link, server.now) != 0)
        pg_server_die("no link");
}

static void make_folder(void)
{
    if (!pg_server_there())
        pg_server_die("there is none");
    strcpy(server.folder, server.earnest ? "/var/tmp/talon-pg-XXXXXX" : "/tmp/talon-pg-XXXXXX");
    if (mkdtemp(server.folder) == NULL)
        pg_server_die("no folder");
    server.owner = getpid();
    atexit(pg_server_stop);
    process_give(server.folder);
}

bool pg_server_small(void)
{
    make_folder();
    server.small = unshare(CLONE_NEWNS) == 0 &&
                   mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
                   mount("small", server.folder, "tmpfs", 0, disk_size) == 0;
    process_give(server.folder);
    return server.small;
}

static void make(void)
{
    if (server.owner == 0)
        make_folder();
    snprintf(server.now, sizeof(server.now), "%s/now", server.folder);
    snprintf(server.log, sizeof(server.log), "%s/log", server.folder);
    name(&server.first);
    put_first();
    pg_server_tool("initdb",
                   (const char *const[]){"initdb", "-D", server.first.data, "-U", "postgres", "-A",
                                         "trust", "-E", "UTF8", "--locale=C", "-N", NULL});
}

static pid_t launch(const struct one *one)
{
    char socket[128], port[24], certificate[128], key[128];
    bool secure = *server.secure != '\0';
    snprintf(socket, sizeof(socket), "-cunix_socket_directories=%s", one->socket);
    snprintf(port, sizeof(port), "-cport=%u", secure ? server.port : usual_port);
    snprintf(certificate, sizeof(certificate), "-cssl_cert_file=%s/server.crt", server.secure);
    snprintf(key, sizeof(key), "-cssl_key_file=%s/server.key", server.secure);
    const char *const arguments[] = {
        "postgres",
        "-D",
        one->data,
        socket,
        port,
        certificate,
        key,
        secure ? "-cssl=on" : "-cssl=off",
        secure ? "-clisten_addresses=localhost" : "-clisten_addresses=",
        server.earnest ? "-cfsync=on" : "-cfsync=off",
        server.earnest ? "-cshared_buffers=256MB" : "-cshared_buffers=16MB",
        server.earnest ? "-cautovacuum_naptime=1" : "-cautovacuum=off",
        "-cjit=off",
        server.earnest ? "-cmax_wal_size=1GB" : "-cmax_wal_size=256MB",
        "-clog_min_messages=fatal",
        "-cmax_connections=400",
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
    need_own();
    enum { TRIES = 12000 /* a minute at least */ };
    for (unsigned tries = 0; tries < TRIES; tries++) {
        if (server.first.pid <= 0 || waitpid(server.first.pid, NULL, WNOHANG) != 0)
            server.first.pid = launch(&server.first);
        if (PQping(server.first.initial) == PQPING_OK)
            return;
        process_pause(5);
    }
    pg_server_die("it does not start");
}

const char *pg_server_folder(void)
{
    if (server.shared)
        return server.now;
    if (server.made == 0)
        make();
    if (server.first.pid == 0)
        pg_server_start();
    return server.now;
}

void pg_server_fresh(char *address, size_t size)
{
    char sql[64];
    const char *folder = pg_server_folder();
    snprintf(sql, sizeof(sql), "CREATE SCHEMA t%u", ++server.fresh);
    pg_server_run(server.first.initial, sql);
    snprintf(address, size, "host=%s port=%u dbname=%s user=postgres options='-c search_path=t%u'",
             folder, server.port != 0 ? server.port : usual_port, pg_server_database(),
             server.fresh);
}

/* -- ending parts of it -- */

unsigned pg_server_clients(pid_t clients[PG_SERVER_CLIENTS])
{
    need_own();
    unsigned count = 0;
    pid_t ours = pg_server_kept();
    PGconn *conn = PQconnectdb(server.first.initial);
    PGresult *result = PQexec(conn, "SELECT pid FROM pg_stat_activity"
                                    " WHERE backend_type = 'client backend'"
                                    " AND pid <> pg_backend_pid() ORDER BY backend_start");
    for (int i = 0; i < PQntuples(result) && count < PG_SERVER_CLIENTS; i++) {
        pid_t pid = (pid_t)strtol(PQgetvalue(result, i, 0), NULL, 10);
        if (pid != ours)
            clients[count++] = pid;
    }
    PQclear(result);
    PQfinish(conn);
    return count;
}

void pg_server_signal_clients(int signal)
{
    pid_t clients[PG_SERVER_CLIENTS];
    unsigned count = pg_server_clients(clients);
    for (unsigned i = 0; i < count; i++)
        kill(clients[i], signal);
}

static pid_t frozen[PG_SERVER_CLIENTS];
static unsigned frozen_count;

void pg_server_freeze(void)
{
    frozen_count = pg_server_clients(frozen);
    kill(server.first.pid, SIGSTOP);
    for (unsigned i = 0; i < frozen_count; i++)
        kill(frozen[i], SIGSTOP);
}

void pg_server_thaw(void)
{
    for (unsigned i = 0; i < frozen_count; i++)
        kill(frozen[i], SIGCONT);
    kill(server.first.pid, SIGCONT);
    frozen_count = 0;
}

/* Its processes do not go on for a moment without it. */
void pg_server_kill(void)
{
    pid_t clients[PG_SERVER_CLIENTS];
    unsigned count = pg_server_clients(clients);
    kill(server.first.pid, SIGKILL);
    for (unsigned i = 0; i < count; i++)
        kill(clients[i], SIGKILL);
    if (server.sender > 0)
        kill(server.sender, SIGKILL);
    server.sender = 0;
    waitpid(server.first.pid, NULL, 0);
    server.first.pid = 0;
}

void pg_server_end(void)
{
    need_own();
    kill(server.first.pid, SIGINT);
    waitpid(server.first.pid, NULL, 0);
    server.first.pid = 0;
}

/* A disk is full when it is as large as what is on it. */
void pg_server_fill(bool full)
{
    enum { TRIES = 1000 };
    struct statvfs st;
    char size[40];
    for (unsigned tries = 0; tries < TRIES; tries++) {
        if (statvfs(server.folder, &st) != 0)
            break;
        snprintf(size, sizeof(size), "size=%lu",
                 (unsigned long)((st.f_blocks - st.f_bfree) * st.f_frsize));
        if (mount(NULL, server.folder, NULL, MS_REMOUNT, full ? size : disk_size) == 0)
            return;
    }
    pg_server_die("the disk keeps its size");
}

/* -- with TLS -- */

unsigned pg_server_secure(char *folder, size_t size)
{
    static const char *const names[] = {"", "/server.crt", "/server.key"};
    char one[TLS_FINGERPRINT], other[TLS_FINGERPRINT], path[128];
    strcpy(server.secure, "/tmp/talon-pg-tls-XXXXXX");
    if (mkdtemp(server.secure) == NULL || !tls_files_make(server.secure, one, other) ||
        !process_ports(&server.port, 1))
        pg_server_die("no files of TLS");
    for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
        snprintf(path, sizeof(path), "%s%s", server.secure, names[i]);
        process_give(path);
    }
    snprintf(folder, size, "%s", server.secure);
    return server.port;
}

/* -- two -- */

static void await(const char *address, const char *sql)
{
    enum { TRIES = 12000 /* a minute at least */ };
    for (unsigned tries = 0; tries < TRIES; tries++) {
        if (PQping(address) == PQPING_OK && pg_server_number(address, sql) > 0)
            return;
        process_pause(5);
    }
    pg_server_die(sql);
}

/* The first one is at rest meanwhile. */
static void copy_data(void)
{
    char path[128], line[256];
    const char *const names[] = {"standby.signal", "postgresql.auto.conf"};
    pg_server_end();
    snprintf(line, sizeof(line), "cp -a %s %s", server.first.data, server.second.data);
    if (system(line) != 0) /* NOLINT(cert-env33-c): names of our own */
        pg_server_die(line);
    for (size_t i = 0; i < 2; i++) {
        snprintf(path, sizeof(path), "%s/%s", server.second.data, names[i]);
        FILE *file = fopen(path, "a");
        if (file == NULL)
            pg_server_die(path);
        if (i == 1) {
            fprintf(file, "primary_conninfo = 'host=%s user=postgres application_name=second'\n",
                    server.first.socket);
        }
        fclose(file);
        process_give(path);
    }
}

const char *pg_server_follow(bool synchronous)
{
    pg_server_folder();
    name(&server.second);
    copy_data();
    pg_server_start();
    server.second.pid = launch(&server.second);
    await(server.first.initial,
          "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'");
    if (synchronous) {
        pg_server_run(server.first.initial,
                      "ALTER SYSTEM SET synchronous_standby_names = 'second'");
        pg_server_run(server.first.initial, "SELECT pg_reload_conf()");
        await(server.first.initial,
              "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'");
    }
    await(server.second.initial, "SELECT 1");
    return server.second.socket;
}

/* The standby has what was committed before this began. */
void pg_server_follow_no_more(void)
{
    char sql[160];
    snprintf(sql, sizeof(sql), "SELECT count(*) FROM pg_stat_replication WHERE flush_lsn >= '%s'",
             pg_server_run(server.first.initial, "SELECT pg_current_wal_lsn()"));
    await(server.first.initial, sql);
    server.sender =
        (pid_t)pg_server_number(server.first.initial, "SELECT pid FROM pg_stat_replication");
    if (server.sender <= 0 || kill(server.sender, SIGSTOP) != 0)
        pg_server_die("nobody follows");
}

void pg_server_promote(void)
{
    pg_server_run(server.second.initial, "SELECT pg_promote()");
    nftw(server.first.data, drop_file, 16, FTW_DEPTH | FTW_PHYS);
    server.first = server.second;
    server.second = (struct one){0};
    put_first();
}
