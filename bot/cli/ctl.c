/* talon ctl: sends commands to the running daemon through its control socket (docs/control.md). */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <cjson/cJSON.h>
#include <uv.h>

#include "base/array.h"
#include "base/buf.h"
#include "bot/cli/cli.h"
#include "bot/cli/ctl_print.h"
#include "bot/control/path.h"
#include "bot/control/server.h"

enum { PATH_SIZE = 4096, ANSWER_ROOM = 4096, ANSWER_MAX = 64 * 1024 * 1024 };
enum { TIMEOUT = 60, TIMEOUT_MAX = 86400 /* seconds */ };

/* The commands. `rows` names the member of the result whose rows may come in several answers. */
static const struct command {
    const char *name, *arguments, *help;
    int least, most; /* numbers of arguments; most = -1: all words that follow are one text */
    const char *rows;
} commands[] = {
    {"status", "", "networks, tables, players, queue, memory", 0, 0, NULL},
    {"tables", "", "the open tables, with their numbers", 0, 0, "tables"},
    {"people", "", "the seats: who sits at which table", 0, 0, "people"},
    {"say", "TABLE|CHANNEL TEXT", "says TEXT there, as the bot", 2, -1, NULL},
    {"end", "TABLE|CHANNEL", "ends the match and closes the table", 1, 1, NULL},
    {"log", "[LEVEL]", "shows or sets the log level: error, warn, info, debug", 0, 1, NULL},
    {"ban", "[KIND NETWORK/WHOM]", "bans somebody; without arguments: lists the bans", 0, 2, NULL},
    {"unban", "KIND NETWORK/WHOM", "lifts a ban", 2, 2, NULL},
    {"reload", "", "reloads the configuration; a file with a mistake changes nothing", 0, 0, NULL},
    {"backup", "FILE", "makes a checked copy of the database", 1, 1, NULL},
    {"fleet", "", "which process has which network, if several share a database", 0, 0, NULL},
    {"drain", "", "gives all networks of this process to the others", 0, 0, NULL},
    {"undrain", "", "takes networks again after a drain", 0, 0, NULL},
    {"give", "NETWORK [PROCESS]", "gives one network or shard to another process", 1, 2, NULL},
};

enum { COMMANDS = ARRAY_SIZE(commands) };

static void usage(FILE *out)
{
    fputs("usage: talon ctl [--socket PATH] [--json] COMMAND [ARGUMENT...]\n"
          "Asks and directs the daemon on this machine. Only root and its user may do so.\n",
          out);
    for (unsigned i = 0; i < COMMANDS; i++) {
        char words[40];
        snprintf(words, sizeof(words), "%s %s", commands[i].name, commands[i].arguments);
        fprintf(out, "  %-23s %s\n", words, commands[i].help);
    }
    fputs(
        "  help                    this text\n"
        "TABLE is a number from `tables`. CHANNEL is NETWORK/CHANNEL; with one network, CHANNEL is "
        "enough.\n"
        "FILE without a folder is put beside the database. The service can write nowhere else; "
        "use\n"
        "sudo talon backup for other folders.\n"
        "KIND of a ban: person (WHOM is an account, on Discord a user id), mask (nick!user@host "
        "with *\n"
        "and ?), guild (the id of a Discord server).\n"
        "  --socket PATH  the control_socket of the daemon (default: that of the service, of your "
        "own\n"
        "                 daemon, or of the default database)\n"
        "  --json         prints one line of JSON, as docs/control.md describes it\n"
        "  --timeout S    seconds to wait for an answer; 0: no limit (default 60, for a backup 0)\n"
        "Exit status 0: done; 1: refused, or no daemon answers; 64: wrong arguments.\n",
        out);
}

static const struct command *find_command(const char *name)
{
    for (unsigned i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    }
    return NULL;
}

/* -- the socket -- */

static int64_t now(void)
{
    return (int64_t)(uv_hrtime() / 1000000);
}

/* Returns the time, by now(), at which the wait ends; 0 means never. */
static int64_t end_of(unsigned timeout)
{
    return timeout > 0 ? now() + (int64_t)timeout * 1000 : 0;
}

/* Limits the next operation on the socket to the time until `end`: one that takes longer fails with
 * EAGAIN. Returns false with EAGAIN if no time is left. */
static bool bound(int fd, int option, int64_t end)
{
    int64_t left = end > 0 ? end - now() : 0;
    const struct timeval most = {.tv_sec = left / 1000, .tv_usec = left % 1000 * 1000};
    errno = EAGAIN;
    return (end == 0 || left > 0) && setsockopt(fd, SOL_SOCKET, option, &most, sizeof(most)) == 0;
}

/* Returns a socket, or -1 with errno set. EAGAIN means that the daemon's queue of connections
 * stayed full. */
static int connect_to(const char *path, unsigned timeout)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    if (length >= sizeof(address.sun_path)) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(address.sun_path, path, length + 1);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && bound(fd, SO_SNDTIMEO, end_of(timeout)) &&
        connect(fd, (const struct sockaddr *)&address, sizeof(address)) == 0)
        return fd;
    int error = errno;
    if (fd >= 0)
        close(fd);
    errno = error;
    return -1;
}

/* Connects to the daemon and sets *path to its socket. Returns -1 after it has printed why there is
 * no connection. */
static int find_daemon(const char *given, unsigned timeout, const char **path)
{
    static char usual[CONTROL_PATH_MAX];
    int fd = -1;
    *path = given != NULL ? given : usual;
    if (given != NULL)
        fd = connect_to(given, timeout);
    errno = given != NULL ? errno : ENOENT;
    for (unsigned i = 0; given == NULL && fd < 0 && errno != EACCES && errno != EAGAIN &&
                         control_path_usual(i, usual);
         i++)
        fd = connect_to(usual, timeout);
    if (fd >= 0)
        return fd;
    if (errno == EACCES)
        fputs("talon ctl: only root and the daemon's user may do this: sudo talon ctl\n", stderr);
    else if (errno == EAGAIN) {
        fputs("talon ctl: the daemon did not answer in time (--timeout): it is busy or stopped. "
              "The command was not sent.\n",
              stderr);
    } else if (given != NULL)
        fprintf(stderr, "talon ctl: no daemon answers at %s: %s\n", given, strerror(errno));
    else {
        fputs("talon ctl: no daemon answers. Is it running (systemctl status talon)? If its socket "
              "is elsewhere, its log names it: --socket PATH\n",
              stderr);
    }
    return -1;
}

static bool send_all(int fd, const char *text)
{
    size_t length = strlen(text);
    while (length > 0) {
        ssize_t sent = send(fd, text, length, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        text += sent;
        length -= (size_t)sent;
    }
    return true;
}

/* Reads until the daemon closes the connection. The caller frees the text. Returns NULL if nothing
 * came or memory is out. Sets `late` if the time ran out. */
static char *receive_all(int fd, int64_t end, bool *late)
{
    size_t room = ANSWER_ROOM;
    size_t length = 0;
    char *text = malloc(room);
    if (text == NULL)
        return NULL;
    for (ssize_t got = 1; got != 0 && length < ANSWER_MAX;) {
        got = bound(fd, SO_RCVTIMEO, end) ? recv(fd, text + length, room - length - 1, 0) : -1;
        *late = got < 0 && errno == EAGAIN;
        if (got < 0 && errno != EINTR)
            break;
        length += got > 0 ? (size_t)got : 0;
        if (length + 1 < room)
            continue;
        char *more = realloc(text, room *= 2);
        if (more == NULL) {
            free(text);
            return NULL;
        }
        text = more;
    }
    text[length] = '\0';
    return text;
}

/* Sends one request, closes the connection and returns the answer, which the caller deletes.
 * Returns NULL if no readable answer came, or none in time (`late`). */
static cJSON *ask_daemon(int fd, const char *request, unsigned timeout, bool *late)
{
    char *text = fd >= 0 && send_all(fd, request) ? receive_all(fd, end_of(timeout), late) : NULL;
    cJSON *answer = text != NULL ? cJSON_Parse(text) : NULL;
    free(text);
    if (fd >= 0)
        close(fd);
    return answer;
}

/* -- requests and answers -- */

struct ctl_asked {
    const struct command *command;
    const char *path;
    int fd;           /* the connection for the first request */
    cJSON *arguments; /* texts; owned */
    bool json;
    unsigned timeout; /* seconds; 0: no limit */
};

/* Returns the request as one line with its newline. The caller frees it. */
static char *make_request(const struct ctl_asked *asked, double after)
{
    cJSON *request = cJSON_CreateObject();
    cJSON_AddStringToObject(request, "command", asked->command->name);
    cJSON_AddItemReferenceToObject(request, "arguments", asked->arguments);
    if (after > 0)
        cJSON_AddNumberToObject(request, "after", after);
    char *text = cJSON_PrintUnformatted(request);
    size_t length = text != NULL ? strlen(text) : 0;
    char *line = text != NULL ? realloc(text, length + 2) : NULL;
    if (line != NULL)
        memcpy(line + length, "\n", 2);
    cJSON_Delete(request);
    return line;
}

/* Appends the rows of a later answer to those of the first. */
static void move_rows(cJSON *whole, cJSON *answer, const char *rows)
{
    cJSON *to = cJSON_GetObjectItemCaseSensitive(whole, rows);
    cJSON *from = cJSON_GetObjectItemCaseSensitive(answer, rows);
    while (from != NULL && from->child != NULL)
        cJSON_AddItemToArray(to, cJSON_DetachItemFromArray(from, 0));
}

/* Returns the result with all of its rows, which the caller deletes. Returns NULL after it has
 * printed why there is none. */
static cJSON *fetch(const struct ctl_asked *asked)
{
    cJSON *whole = NULL;
    double after = 0;
    int fd = asked->fd;
    do {
        char *request = make_request(asked, after);
        bool late = false;
        cJSON *answer = request != NULL ? ask_daemon(fd, request, asked->timeout, &late) : NULL;
        free(request);
        cJSON *result = cJSON_DetachItemFromObjectCaseSensitive(answer, "result");
        const cJSON *error = cJSON_GetObjectItemCaseSensitive(answer, "error");
        if (result == NULL) {
            const char *why = cJSON_IsString(error) ? error->valuestring
                              : late
                                  ? "the daemon did not answer in time (--timeout): it is busy or "
                                    "stopped. It will carry out the command when it continues."
                                  : "the daemon gave no answer";
            fprintf(stderr, "talon ctl: %s\n", why);
            cJSON_Delete(answer);
            cJSON_Delete(whole);
            return NULL;
        }
        cJSON *next = cJSON_DetachItemFromObjectCaseSensitive(result, "next");
        after = cJSON_IsNumber(next) ? next->valuedouble : 0;
        if (whole == NULL) {
            whole = result;
        } else {
            move_rows(whole, result, asked->command->rows);
            cJSON_Delete(result);
        }
        cJSON_Delete(next);
        cJSON_Delete(answer);
        fd = after > 0 ? connect_to(asked->path, asked->timeout) : -1;
    } while (after > 0 && asked->command->rows != NULL);
    return whole;
}

static int run_verb(const struct ctl_asked *asked)
{
    cJSON *result = fetch(asked);
    if (result == NULL)
        return CLI_FAILED;
    char *text = asked->json ? cJSON_PrintUnformatted(result) : NULL;
    if (text != NULL)
        puts(text);
    else if (!asked->json)
        ctl_print(asked->command->name, result);
    bool printed = !asked->json || text != NULL;
    free(text);
    cJSON_Delete(result);
    return printed ? CLI_DONE : CLI_FAILED;
}

/* -- arguments -- */

/* Adds a file's name. It is made absolute, because the daemon runs in another folder. */
static bool add_file(cJSON *arguments, const char *file)
{
    char path[PATH_SIZE];
    char here[PATH_SIZE];
    struct buf buf;
    buf_init(&buf, path, sizeof(path));
    if (*file != '/' && strchr(file, '/') != NULL) {
        if (getcwd(here, sizeof(here)) == NULL)
            return false;
        buf_printf(&buf, "%s/", here);
    }
    return buf_add(&buf, file) && cJSON_AddItemToArray(arguments, cJSON_CreateString(path));
}

/* Joins all words from the first one given into one argument. */
static bool add_text(cJSON *arguments, char **words, int count)
{
    char text[SERVER_REQUEST_MAX];
    struct buf buf;
    buf_init(&buf, text, sizeof(text));
    for (int i = 0; i < count; i++) {
        if (!buf_printf(&buf, "%s%s", i > 0 ? " " : "", words[i]))
            return false;
    }
    return cJSON_AddItemToArray(arguments, cJSON_CreateString(text));
}

static cJSON *make_arguments(const struct command *command, char **words, int count)
{
    cJSON *arguments = cJSON_CreateArray();
    bool whole = arguments != NULL;
    int plain = command->most < 0 ? command->least - 1 : count;
    for (int i = 0; whole && i < plain; i++) {
        whole = strcmp(command->name, "backup") == 0
                    ? add_file(arguments, words[i])
                    : cJSON_AddItemToArray(arguments, cJSON_CreateString(words[i]));
    }
    if (whole && command->most < 0)
        whole = add_text(arguments, words + plain, count - plain);
    if (whole)
        return arguments;
    fputs("talon ctl: the command is too long\n", stderr);
    cJSON_Delete(arguments);
    return NULL;
}

/* Returns false if the text is no number of seconds. */
static bool read_timeout(const char *text, unsigned *seconds)
{
    char *end = NULL;
    unsigned long value = strtoul(text, &end, 10);
    bool good = *text >= '0' && *text <= '9' && *end == '\0' && value <= TIMEOUT_MAX;
    if (good)
        *seconds = (unsigned)value;
    else
        fprintf(stderr, "talon ctl: --timeout takes 0 to %d seconds\n", TIMEOUT_MAX);
    return good;
}

/* For ExecReload= of a unit: sends SIGHUP if the daemon has no control socket there. */
static bool signal_daemon(const struct command *command)
{
    const char *text = getenv("MAINPID");
    long pid = text != NULL ? strtol(text, NULL, 10) : 0;
    if (strcmp(command->name, "reload") != 0 || pid <= 1 || kill((pid_t)pid, SIGHUP) != 0)
        return false;
    fputs("talon ctl: sent SIGHUP instead; the log has the result\n", stderr);
    return true;
}

static int run_words(struct ctl_asked *asked, const char *socket, char **words, int count)
{
    asked->command = find_command(words[0]);
    if (asked->command == NULL) {
        fprintf(stderr, "talon ctl: there is no command '%s': talon ctl help lists all\n",
                words[0]);
        return CLI_USAGE;
    }
    count--;
    words++;
    if (count < asked->command->least ||
        (asked->command->most >= 0 && count > asked->command->most)) {
        fprintf(stderr, "usage: talon ctl %s %s\n", asked->command->name,
                asked->command->arguments);
        return CLI_USAGE;
    }
    asked->arguments = make_arguments(asked->command, words, count);
    if (asked->arguments == NULL)
        return CLI_USAGE;
    asked->fd = find_daemon(socket, asked->timeout, &asked->path);
    int status = asked->fd >= 0                  ? run_verb(asked)
                 : signal_daemon(asked->command) ? CLI_DONE
                                                 : CLI_FAILED;
    cJSON_Delete(asked->arguments);
    return status;
}

int cli_ctl(int argc, char **argv)
{
    static const struct option options[] = {{"socket", required_argument, NULL, 's'},
                                            {"json", no_argument, NULL, 'j'},
                                            {"timeout", required_argument, NULL, 't'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    struct ctl_asked asked = {.timeout = TIMEOUT};
    const char *socket = NULL;
    bool bounded = false;
    int option = 0;
    while ((option = getopt_long(argc, argv, "s:jt:h", options, NULL)) != -1) {
        if (option == 's') {
            socket = optarg;
        } else if (option == 'j') {
            asked.json = true;
        } else if (option == 't') {
            if (!read_timeout(optarg, &asked.timeout))
                return CLI_USAGE;
            bounded = true;
        } else {
            usage(option == 'h' ? stdout : stderr);
            return option == 'h' ? CLI_DONE : CLI_USAGE;
        }
    }
    if (optind == argc) {
        usage(stderr);
        return CLI_USAGE;
    }
    if (strcmp(argv[optind], "help") == 0) {
        usage(stdout);
        return CLI_DONE;
    }
    if (!bounded && strcmp(argv[optind], "backup") == 0)
        asked.timeout = 0;
    return run_words(&asked, socket, argv + optind, argc - optind);
}
