#include "daemon.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sys/prctl.h>

#include "base/array.h"
#include "tests/leak/leak.h"
#include "tests/real/irc_client.h"

static const char *program(void)
{
    const char *path = getenv("TALON_PROGRAM");
    return path != NULL ? path : "talon";
}

const char *daemon_server;
const char *daemon_talon_lines = "";

static bool write_password(const struct daemon *daemon)
{
    static const char password[] = DAEMON_PASSWORD "\n";
    char path[96];
    snprintf(path, sizeof(path), "%s/password", daemon->folder);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool ok = fd >= 0 && write(fd, password, strlen(password)) == (ssize_t)strlen(password);
    return (fd < 0 || close(fd) == 0) && ok;
}

bool daemon_init(struct daemon *daemon, const struct ircd *ircd, bool tls, const char *more)
{
    *daemon = (struct daemon){0};
    const char *base = getenv("TMPDIR");
    snprintf(daemon->folder, sizeof(daemon->folder), "%s/talon-match-XXXXXX",
             base != NULL && strlen(base) < 30 ? base : "/tmp");
    if (mkdtemp(daemon->folder) == NULL)
        return false;
    snprintf(daemon->config, sizeof(daemon->config), "%s/talon.conf", daemon->folder);
    snprintf(daemon->database, sizeof(daemon->database), "%s/talon.db", daemon->folder);
    snprintf(daemon->log, sizeof(daemon->log), "%s/log", daemon->folder);
    return write_password(daemon) && daemon_configure(daemon, ircd, tls, more);
}

bool daemon_configure(struct daemon *daemon, const struct ircd *ircd, bool tls, const char *more)
{
    FILE *file = fopen(daemon->config, "w");
    if (file == NULL)
        return false;
    char control[128] = ""; /* nothing is beside a server's */
    if (daemon_server != NULL)
        snprintf(control, sizeof(control), "control_socket = %s-control\n", daemon->database);
    const char *level =
        strstr(daemon_talon_lines, "log_level") == NULL ? "log_level = debug\n" : "";
    fprintf(file,
            "[talon]\ndatabase = %s\nbot_delay = 0\nround_pause = 0\n%s%s%s"
            "[irc test]\nhost = 127.0.0.1\nport = %u\ntls = %s\nchannels = #cards\n"
            "reconnect_min = 1\n%s%s",
            daemon_server != NULL ? daemon_server : daemon->database, control, daemon_talon_lines,
            level, tls ? ircd->tls_port : ircd->port, tls ? "on" : "off",
            strstr(more, "flood_rate") == NULL ? "flood_rate = 0\n" : "", more);
    if (tls)
        fprintf(file, "tls_fingerprint = %s\n", ircd->fingerprint);
    if (fclose(file) != 0)
        return false;
    leak_keep_configured(daemon->config);
    return true;
}

/* The child: everything it says goes to its log; it ends with the test. */
static void become(char *const *words, const char *log)
{
    int fd = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    unsetenv("RUNTIME_DIRECTORY"); /* its control socket is beside the database */
    unsetenv("XDG_RUNTIME_DIR");
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (fd >= 0) {
        dup2(fd, STDOUT_FILENO);
        dup2(fd, STDERR_FILENO);
    }
    execv(words[0], words);
    _exit(127);
}

static pid_t spawn(char *const *words, const char *log)
{
    pid_t pid = fork();
    if (pid == 0)
        become(words, log);
    return pid;
}

bool daemon_start(struct daemon *daemon)
{
    char *words[] = {(char *)program(), "serve", "--config", daemon->config, NULL};
    daemon->pid = spawn(words, daemon->log);
    return daemon->pid > 0;
}

void daemon_reload(struct daemon *daemon)
{
    kill(daemon->pid, SIGHUP);
}

void daemon_kill(struct daemon *daemon)
{
    if (daemon->pid <= 0)
        return;
    kill(daemon->pid, SIGKILL);
    waitpid(daemon->pid, NULL, 0);
    daemon->pid = 0;
}

void daemon_pause(struct daemon *daemon, bool paused)
{
    kill(daemon->pid, paused ? SIGSTOP : SIGCONT);
}

int daemon_stop(struct daemon *daemon)
{
    int status = -1;
    if (daemon->pid <= 0)
        return -1;
    kill(daemon->pid, SIGTERM);
    for (int waited = 0; waited < IRC_CLIENT_PATIENCE; waited += 10) {
        if (waitpid(daemon->pid, &status, WNOHANG) == daemon->pid) {
            daemon->pid = 0;
            return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        }
        poll(NULL, 0, 10);
    }
    daemon_kill(daemon);
    return -1;
}

bool daemon_verify(const struct daemon *daemon, long long round)
{
    char number[24];
    int status = 0;
    snprintf(number, sizeof(number), "%lld", round);
    char *words[] = {(char *)program(), "verify", "--db", (char *)daemon->database, number, NULL};
    pid_t pid = spawn(words, daemon->log);
    return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

static int run_tool(const char *command, char *text, size_t size)
{
    FILE *out = popen(command, "r");
    if (out == NULL)
        return -1;
    size_t length = fread(text, 1, size - 1, out);
    text[length] = '\0';
    int status = pclose(out);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int daemon_ctl(const struct daemon *daemon, const char *words, char *text, size_t size)
{
    char command[1024];
    snprintf(command, sizeof(command), "%s ctl --socket %s-control %s 2>&1", program(),
             daemon->database, words);
    return run_tool(command, text, size);
}

int daemon_tool(const struct daemon *daemon, const char *words, char *text, size_t size)
{
    char command[1024];
    snprintf(command, sizeof(command), "%s %s --db '%s' 2>&1", program(), words,
             daemon_server != NULL ? daemon_server : daemon->database);
    return run_tool(command, text, size);
}

int daemon_tool_by_config(const struct daemon *daemon, const char *words, char *text, size_t size)
{
    char command[1024];
    snprintf(command, sizeof(command), "%s %s --config %s 2>&1", program(), words, daemon->config);
    return run_tool(command, text, size);
}

bool daemon_logged(const struct daemon *daemon, const char *part)
{
    static char text[1 << 20];
    FILE *file = fopen(daemon->log, "r");
    if (file == NULL)
        return false;
    text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
    fclose(file);
    return strstr(text, part) != NULL;
}

void daemon_show_log(const struct daemon *daemon)
{
    char line[512];
    FILE *file = fopen(daemon->log, "r");
    while (file != NULL && fgets(line, sizeof(line), file) != NULL)
        fprintf(stderr, "  talon: %s", line);
    if (file != NULL)
        fclose(file);
}

void daemon_finish(struct daemon *daemon)
{
    static const char *const rest[] = {"", "-wal", "-shm", "-lock", "-journal", "-control"};
    char path[128];
    char leaked[LEAK_TEXT];
    daemon_kill(daemon);
    bool leaks = leak_in_file(daemon->log, leaked);
    leak_forget();
    for (unsigned i = 0; i < ARRAY_SIZE(rest); i++) {
        snprintf(path, sizeof(path), "%s%s", daemon->database, rest[i]);
        unlink(path);
    }
    unlink(daemon->config);
    unlink(daemon->log);
    snprintf(path, sizeof(path), "%s/password", daemon->folder);
    unlink(path);
    rmdir(daemon->folder);
    if (leaks) {
        fprintf(stderr, "the log holds a secret, a hand or a code: %s\n", leaked);
        abort();
    }
}
