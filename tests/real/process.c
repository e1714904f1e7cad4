#define _DEFAULT_SOURCE /* setgroups */
#include "process.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <glob.h>
#include <grp.h>
#include <limits.h>
#include <netinet/in.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { STOP_MAX = 3000 /* ms */, ARGUMENTS_MAX = 64 };

void process_pause(long milliseconds)
{
    struct timespec time = {.tv_sec = milliseconds / 1000,
                            .tv_nsec = milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

bool process_find(const char *given, const char *name, char *path, size_t size)
{
    const char *own = getenv(given);
    if (own && *own != '\0') {
        snprintf(path, size, "%s", own);
        return access(path, X_OK) == 0;
    }
    char folders[4096];
    const char *root = getenv("TALON_SERVERS");
    const char *environment = getenv("PATH");
    root = root ? root : "";
    snprintf(folders, sizeof(folders), "%s/usr/sbin:%s/usr/bin:%s:/usr/sbin:/usr/local/sbin", root,
             root, environment ? environment : "/usr/bin");
    char *rest = folders;
    for (char *folder; (folder = strtok_r(rest, ":", &rest));) {
        snprintf(path, size, "%s/%s", folder, name);
        if (access(path, X_OK) == 0)
            return true;
    }
    return false;
}

void process_root(const char *program, char root[PATH_MAX])
{
    snprintf(root, PATH_MAX, "%s", program);
    char *end = strstr(root, "/usr/sbin/");
    end = end ? end : strstr(root, "/usr/bin/");
    *(end ? end : root) = '\0';
}

bool process_glob(const char *root, const char *pattern, char *path, size_t size)
{
    char whole[PATH_MAX];
    glob_t found;
    snprintf(whole, sizeof(whole), "%s%s", root, pattern);
    bool good = glob(whole, 0, NULL, &found) == 0 && found.gl_pathc > 0;
    if (good)
        snprintf(path, size, "%s", found.gl_pathv[0]);
    globfree(&found);
    return good;
}

/* Binds a socket. Returns it, or -1 if the address is taken. */
static int bind_socket(const struct sockaddr *address, socklen_t size)
{
    int fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && bind(fd, address, size) != 0) {
        close(fd);
        fd = -1;
    }
    return fd;
}

/* Claims a port for this process: a name among the system's abstract sockets, which the process
 * keeps until it ends. Returns false if another process has claimed it, or if something listens
 * there. */
static bool claim_port(unsigned port)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    snprintf(name.sun_path + 1, sizeof(name.sun_path) - 1, "talon-test-port-%u", port);
    // the whole path, as node does: each length is another name
    int claim = bind_socket((const struct sockaddr *)&name, sizeof(name));
    if (claim < 0)
        return false;
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = bind_socket((const struct sockaddr *)&address, sizeof(address));
    close(fd >= 0 ? fd : claim);
    return fd >= 0;
}

bool process_ports(unsigned *ports, unsigned count)
{
    enum { FIRST = 10000, END = 32768 /* the system gives those above to connections */ };
    static unsigned last;
    unsigned found = 0;
    if (last == 0)
        last = FIRST + (unsigned)getpid() * 37 % (END - FIRST);
    for (unsigned tries = 0; found < count && tries < END - FIRST; tries++) {
        last = last + 1 < END ? last + 1 : FIRST;
        if (claim_port(last))
            ports[found++] = last;
    }
    return found == count;
}

/* Who runs the server when we are root. */
struct nobody {
    uid_t user;
    gid_t group;
};

static bool find_nobody(struct nobody *nobody)
{
    char memory[4096];
    struct passwd entry;
    struct passwd *found = NULL;
    if (getpwnam_r("nobody", &entry, memory, sizeof(memory), &found) != 0 || !found)
        return false;
    *nobody = (struct nobody){.user = found->pw_uid, .group = found->pw_gid};
    return true;
}

void process_give(const char *path)
{
    struct nobody nobody;
    if (geteuid() == 0 && find_nobody(&nobody) && chown(path, nobody.user, nobody.group) != 0)
        perror(path);
}

static bool become_nobody(void)
{
    struct nobody nobody;
    return find_nobody(&nobody) && setgroups(0, NULL) == 0 && setgid(nobody.group) == 0 &&
           setuid(nobody.user) == 0;
}

bool process_open_to_nobody(const char *program)
{
    pid_t pid = fork();
    if (pid == 0)
        _exit(become_nobody() && access(program, R_OK | X_OK) == 0 ? 0 : 1);
    int status = 1;
    return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

/* In the child. A program that is called by its bare name looks for itself, and for those beside
 * it, in PATH (PostgreSQL's do): it is called by its path. */
static void become(const struct process *process)
{
    char *arguments[ARGUMENTS_MAX + 1] = {(char *)process->program};
    for (int i = 1; i < ARGUMENTS_MAX && process->arguments[i] != NULL; i++)
        arguments[i] = (char *)process->arguments[i];
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int log = open(process->log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    int null = open("/dev/null", O_RDONLY);
    if (log < 0 || null < 0)
        _exit(125);
    dup2(null, 0);
    dup2(log, 1);
    dup2(log, 2);
    if (process->drop) {
        if (!become_nobody())
            _exit(126);
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* a change of user clears it */
    }
    if (process->libraries)
        setenv("LD_LIBRARY_PATH", process->libraries, 1);
    if (process->elsewhere) {
        setenv("TALON_ELSEWHERE", process->elsewhere, 1);
        setenv("LD_PRELOAD", ELSEWHERE_LIBRARY, 1);
    }
    execv(process->program, arguments);
    _exit(127);
}

pid_t process_start(const struct process *process)
{
    pid_t pid = fork();
    if (pid == 0)
        become(process);
    return pid < 0 ? 0 : pid;
}

bool process_answers(unsigned port)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool good = fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof(address)) == 0;
    if (fd >= 0)
        close(fd);
    return good;
}

void process_stop(pid_t *pid, bool rough)
{
    if (*pid <= 0)
        return;
    kill(*pid, rough ? SIGKILL : SIGTERM);
    int status;
    for (int waited = 0; waitpid(*pid, &status, WNOHANG) == 0; waited += 10) {
        if (waited >= STOP_MAX)
            kill(*pid, SIGKILL);
        process_pause(10);
    }
    *pid = 0;
}
