/* pg_server.h: a real PostgreSQL for the tests of a program: one server, started when it is first
 * asked for, in a folder of its own, as nobody where we are root. Programs that only ask use one
 * server together, each with a database of its own (pg_server_shared()). */
#ifndef TALON_TESTS_STORAGE_POSTGRESQL_PG_SERVER_H
#define TALON_TESTS_STORAGE_POSTGRESQL_PG_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Whether there is one; says so once where there is none. $TALON_POSTGRES, or found below
 * $TALON_SERVERS or /usr. */
bool pg_server_there(void);
/* The same for a program that stops, freezes and reconfigures no server, and reads nothing about
 * other databases: it may use the server that ctest started for all of them (pg_serve.c), which
 * lies where the link $TALON_PG_SHARED points. Comes before all other functions. */
bool pg_server_shared(void);
/* Before it is first started: as one that is meant for good, on a disk and with room, for
 * measurements. */
void pg_server_earnest(void);
/* Before it is first started: it lies on a disk of its own, of memory, which only we see. False:
 * none may be mounted here, and it lies where it always does. */
bool pg_server_small(void);
/* There is no room on that disk for another page; or there is again. */
void pg_server_fill(bool full);
/* The folder of its socket, whichever server is the first one. Starts it. */
const char *pg_server_folder(void);
/* The database of this program in it. */
const char *pg_server_database(void);
/* An address of an empty place of its own (a schema) in it. Starts it. */
void pg_server_fresh(char *address, size_t size);
/* Runs statements at that address; what the first row's first column says, or "". */
const char *pg_server_run(const char *address, const char *sql);
/* Likewise; -1: it failed. */
long pg_server_number(const char *address, const char *sql);
/* Whether it came with that program beside it ("pg_dump"); runs one, which has to succeed. Its
 * files may be in pg_server_folder(). */
bool pg_server_has(const char *name);
void pg_server_tool(const char *name, const char *const *arguments);
/* Kills it (SIGKILL), or ends it in order: its clients are told to go; and starts it again. */
void pg_server_kill(void);
void pg_server_end(void);
void pg_server_start(void);
/* Its processes of clients, but that of the asker, in the order in which they connected. */
enum { PG_SERVER_CLIENTS = 64 };
unsigned pg_server_clients(pid_t clients[PG_SERVER_CLIENTS]);
/* All of it stands still, as on a machine that does, and goes on. */
void pg_server_freeze(void);
void pg_server_thaw(void);
/* Sends all its processes of clients, but that of the asker, a signal. */
void pg_server_signal_clients(int signal);
/* Before it is first started: it is to be reached by TCP, too, with TLS: at this port of localhost,
 * where ca.crt in the folder proves it. */
unsigned pg_server_secure(char *folder, size_t size);

/* Starts a second one that follows the first, which is started anew for that: the folder of its
 * socket. `synchronous`: what is committed is there before it is told. */
const char *pg_server_follow(bool synchronous);
/* What is committed from now on does not reach it; what was so before this is called is there. */
void pg_server_follow_no_more(void);
/* The first one is dead, and the second one takes its place: it is the first one from now on. */
void pg_server_promote(void);

/* Ends it, and takes its folder away: by itself when the program ends. */
void pg_server_stop(void);

#endif
