/* pg_server.h: a real PostgreSQL for the tests of a program. It is started when it is first needed,
 * in a folder of its own, as nobody if we are root. Programs that only ask use one server together,
 * each with a database of its own (pg_server_shared()). */
#ifndef TALON_TESTS_STORAGE_POSTGRESQL_PG_SERVER_H
#define TALON_TESTS_STORAGE_POSTGRESQL_PG_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Whether there is a server; if not, says so once. It is looked for at $TALON_POSTGRES, below
 * $TALON_SERVERS and in /usr. */
bool pg_server_there(void);
/* The same for a program that stops, freezes and reconfigures no server, and reads nothing about
 * other databases: it may use the server that ctest started for all of them (pg_serve.c), which
 * lies where the link $TALON_PG_SHARED points. Comes before all other functions. */
bool pg_server_shared(void);
/* Call it before the start: sets the server up as for production, on a disk, for measurements. */
void pg_server_earnest(void);
/* Call it before the start: puts the server on a small disk of its own, in memory, which only we
 * see. False: none may be mounted here, and the server lies where it always does. */
bool pg_server_small(void);
/* Fills that disk, so that it has no room for another page, or empties it again. */
void pg_server_fill(bool full);
/* The folder of the first server's socket, whichever that is by now. Starts it. */
const char *pg_server_folder(void);
/* The database that this program has in it. */
const char *pg_server_database(void);
/* Makes an empty schema in it and writes its address. Starts the server. */
void pg_server_fresh(char *address, size_t size);
/* Runs statements at that address; returns the first column of the first row, or "". */
const char *pg_server_run(const char *address, const char *sql);
/* Runs a query at that address; returns the first column of the first row as a number, or 0. Keeps
 * the connection for the next query at the same address. */
long pg_server_number(const char *address, const char *sql);
/* The server's process that serves the kept connection; 0: none is kept. */
pid_t pg_server_kept(void);
/* Ends the test, and shows the server's log. */
void pg_server_die(const char *what);
/* Whether the server has that program beside it ("pg_dump"). The other runs one, which must
 * succeed; its files may be in pg_server_folder(). */
bool pg_server_has(const char *name);
void pg_server_tool(const char *name, const char *const *arguments);
/* Programs that this one starts find the server's tools in PATH from now on, before all others.
 * False: they are not there. */
bool pg_server_lend_tools(void);
/* Kills the server (SIGKILL), or stops it in order, which tells its clients to go; starts it again.
 */
void pg_server_kill(void);
void pg_server_end(void);
void pg_server_start(void);
/* The server's processes of clients, except the caller's, in the order in which they connected. */
enum { PG_SERVER_CLIENTS = 64 };
unsigned pg_server_clients(pid_t clients[PG_SERVER_CLIENTS]);
/* Freezes all of the server, as a machine that hangs; lets it go on. */
void pg_server_freeze(void);
void pg_server_thaw(void);
/* Sends a signal to all its processes of clients, except the caller's. */
void pg_server_signal_clients(int signal);
/* Call it before the start: the server also listens with TLS on that port of localhost; ca.crt in
 * the folder proves it. */
unsigned pg_server_secure(char *folder, size_t size);

/* Starts a standby of the first server, which is restarted for that. Returns the folder of its
 * socket. `synchronous`: the standby has each commit before it is told. */
const char *pg_server_follow(bool synchronous);
/* From now on nothing reaches the standby; what was committed before this call is there. */
void pg_server_follow_no_more(void);
/* The first server is dead; the standby takes over, and is the first one from now on. */
void pg_server_promote(void);

/* Stops everything and removes the folder. Runs by itself when the program ends. */
void pg_server_stop(void);

#endif
