#include "pg_tool.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/private.h"

extern char **environ;

enum {
    LOOK_MS = 200, /* ms between two looks at *stop */
    SAID_MAX = 1024,
    PORTION = 65536
};

static const char password_name[] = "PGPASSWORD=";

/* A program that runs. */
struct running {
    const struct pg_tool *tool;
    pid_t pid;
    int out, err;        /* ends of pipes; -1: none, or closed */
    char said[SAID_MAX]; /* the beginning of its error output */
    size_t said_length;
    char *portion;
};

/* -- start -- */

/* Returns our environment with that password; NULL: memory is out. free_environment() frees it. */
static char **make_environment(const char *password)
{
    size_t count = 0, kept = 0;
    while (environ[count] != NULL)
        count++;
    char **made = calloc(count + 2, sizeof(*made));
    size_t size = sizeof(password_name) + (password != NULL ? strlen(password) : 0);
    char *own = password != NULL ? malloc(size) : NULL;
    if (made == NULL || (password != NULL && own == NULL)) {
        free(made);
        free(own);
        return NULL;
    }
    if (own != NULL) {
        snprintf(own, size, "%s%s", password_name, password);
        made[kept++] = own; /* put it first, because free_environment() looks there */
    }
    for (size_t i = 0; i < count; i++) {
        if (own == NULL || strncmp(environ[i], password_name, sizeof(password_name) - 1) != 0)
            made[kept++] = environ[i];
    }
    return made;
}

static void free_environment(char **made, bool own)
{
    if (made != NULL && own) {
        private_wipe(made[0], strlen(made[0]));
        free(made[0]);
    }
    free(made);
}

static bool make_pipe(int ends[2])
{
    if (pipe(ends) != 0)
        return false;
    for (int i = 0; i < 2; i++)
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    return fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0;
}

static void close_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Starts the program with signals as a shell starts it. Returns an errno, or 0. */
static int spawn(struct running *running, int out, int err)
{
    const struct pg_tool *tool = running->tool;
    char **environment = make_environment(tool->password);
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none, usual;
    if (environment == NULL)
        return ENOMEM;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGHUP);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    if (tool->in >= 0)
        posix_spawn_file_actions_adddup2(&files, tool->in, STDIN_FILENO);
    else
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, err, STDERR_FILENO);
    int error = posix_spawnp(&running->pid, tool->arguments[0], &files, &attributes,
                             (char *const *)tool->arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    free_environment(environment, tool->password != NULL);
    return error;
}

static enum store_error start(struct running *running, struct fault *why)
{
    const struct pg_tool *tool = running->tool;
    int out[2] = {-1, -1}, err[2] = {-1, -1};
    int error = 0;
    if (!make_pipe(err) || (tool->out < 0 && !make_pipe(out)))
        error = errno;
    if (error == 0)
        error = spawn(running, tool->out < 0 ? out[1] : tool->out, err[1]);
    close_end(&out[1]);
    close_end(&err[1]);
    running->out = out[0];
    running->err = err[0];
    if (error == 0)
        return STORE_OK;
    close_end(&running->out);
    close_end(&running->err);
    if (error == ENOENT) {
        fault_set(why, "%s is not installed: install the package postgresql-client",
                  tool->arguments[0]);
    } else
        fault_set(why, "%s: %s", tool->arguments[0], strerror(error));
    return error == ENOMEM ? STORE_NO_MEMORY : STORE_FAILED;
}

/* -- while it runs -- */

/* Reads what is there; closes the pipe at its end. */
static void read_pipe(struct running *running, int *fd)
{
    ssize_t got = read(*fd, running->portion, PORTION);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0) {
        close_end(fd);
    } else if (fd == &running->out) {
        running->tool->take(running->tool->arg, running->portion, (size_t)got);
    } else {
        size_t room = SAID_MAX - 1 - running->said_length;
        size_t length = (size_t)got < room ? (size_t)got : room;
        memcpy(running->said + running->said_length, running->portion, length);
        running->said_length += length;
    }
}

/* Returns the exit status as waitpid() gives it. */
static int watch(struct running *running)
{
    const atomic_bool *stop = running->tool->stop;
    int status = 0;
    bool killed = false;
    while (running->out >= 0 || running->err >= 0) {
        struct pollfd ends[] = {{.fd = running->out, .events = POLLIN},
                                {.fd = running->err, .events = POLLIN}};
        if (!killed && stop != NULL && atomic_load(stop))
            killed = kill(running->pid, SIGKILL) == 0;
        bool ready = poll(ends, 2, LOOK_MS) > 0;
        if (ready && ends[0].revents != 0)
            read_pipe(running, &running->out);
        if (ready && ends[1].revents != 0)
            read_pipe(running, &running->err);
    }
    while (waitpid(running->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}

/* Returns the first line of the output that names an error, else the first line. */
static const char *find_error(char *said)
{
    char *line = strstr(said, "error: ");
    while (line != NULL && line > said && line[-1] != '\n')
        line--;
    if (line == NULL)
        line = said;
    line[strcspn(line, "\n")] = '\0';
    return line;
}

enum store_error pg_tool_run(const struct pg_tool *tool, struct fault *why)
{
    struct running running = {.tool = tool, .out = -1, .err = -1, .portion = malloc(PORTION)};
    if (running.portion == NULL) {
        fault_set(why, "out of memory");
        return STORE_NO_MEMORY;
    }
    enum store_error error = start(&running, why);
    int status = error == STORE_OK ? watch(&running) : 0;
    free(running.portion);
    if (error != STORE_OK || (WIFEXITED(status) && WEXITSTATUS(status) == 0))
        return error;
    const char *line = find_error(running.said);
    if (tool->stop != NULL && atomic_load(tool->stop))
        fault_set(why, "%s was stopped", tool->arguments[0]);
    else if (WIFSIGNALED(status))
        fault_set(why, "%s was ended by signal %d", tool->arguments[0], WTERMSIG(status));
    else if (*line != '\0')
        fault_set(why, "%s", line);
    else
        fault_set(why, "%s failed with status %d", tool->arguments[0], WEXITSTATUS(status));
    return STORE_FAILED;
}

/* -- its version -- */

static void keep_start(void *arg, const char *bytes, size_t length)
{
    char *text = arg;
    size_t kept = strlen(text);
    size_t room = SAID_MAX - 1 - kept;
    memcpy(text + kept, bytes, length < room ? length : room);
}

unsigned pg_tool_version(const char *program, struct fault *why)
{
    char text[SAID_MAX] = "";
    const char *const arguments[] = {program, "--version", NULL};
    const struct pg_tool tool = {
        .arguments = arguments, .in = -1, .out = -1, .take = keep_start, .arg = text};
    if (pg_tool_run(&tool, why) != STORE_OK)
        return 0;
    const char *number = strpbrk(text, "0123456789"); /* "pg_dump (PostgreSQL) 15.8 (Debian ...)" */
    unsigned version = number != NULL ? (unsigned)strtoul(number, NULL, 10) : 0;
    if (version == 0)
        fault_set(why, "%s --version prints no version", program);
    return version;
}
