#define _DEFAULT_SOURCE /* setgroups */
#include "ircd.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
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
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { START_MOST = 15000, STOP_MOST = 3000 }; /* ms */

static void pause_ms(long milliseconds)
{
    struct timespec time = {.tv_sec = milliseconds / 1000,
                            .tv_nsec = milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static bool find_program(char *path, size_t size)
{
    const char *given = getenv("TALON_NGIRCD");
    if (given && *given) {
        snprintf(path, size, "%s", given);
        return access(path, X_OK) == 0;
    }
    char folders[4096];
    const char *environment = getenv("PATH");
    snprintf(folders, sizeof folders, "%s:/usr/sbin:/usr/local/sbin",
             environment ? environment : "/usr/bin");
    char *rest = folders;
    for (char *folder; (folder = strtok_r(rest, ":", &rest));) {
        snprintf(path, size, "%s/ngircd", folder);
        if (access(path, X_OK) == 0)
            return true;
    }
    return false;
}

bool ircd_available(void)
{
    char path[PATH_MAX];
    if (find_program(path, sizeof path))
        return true;
    fprintf(stderr, "skipped: no ngircd (set TALON_NGIRCD, or install the package)\n");
    return false;
}

/* Ports that are free now; taken together, so that they differ. */
static bool free_ports(unsigned *ports, unsigned count)
{
    int sockets[4];
    bool good = count <= 4;
    unsigned opened = 0;
    for (; good && opened < count; opened++) {
        struct sockaddr_in address = {.sin_family = AF_INET,
                                      .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
        socklen_t size = sizeof address;
        sockets[opened] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        good = sockets[opened] >= 0 &&
               bind(sockets[opened], (struct sockaddr *)&address, size) == 0 &&
               getsockname(sockets[opened], (struct sockaddr *)&address, &size) == 0;
        ports[opened] = ntohs(address.sin_port);
    }
    while (opened > 0)
        close(sockets[--opened]);
    return good;
}

static bool write_config(const struct ircd *ircd, const struct ircd_options *options)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/ngircd.conf", ircd->folder);
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    unsigned ping = options->ping_seconds ? options->ping_seconds : 120;
    fprintf(file,
            "[Global]\n Name = irc.test\n Network = TestNet\n Info = test server\n"
            " AdminInfo1 = test\n Listen = 127.0.0.1\n Ports = %u\n MotdPhrase = \"test\"\n",
            ircd->port);
    if (geteuid() == 0)
        fprintf(file, " ServerUID = nobody\n ServerGID = nogroup\n");
    if (options->password)
        fprintf(file, " Password = %s\n", options->password);
    fprintf(file,
            "[Limits]\n MaxConnectionsIP = 0\n MaxJoins = 0\n MaxNickLength = %u\n"
            " PingTimeout = %u\n PongTimeout = %u\n",
            options->nick_length ? options->nick_length : 20, ping, ping);
    if (!options->limits)
        fprintf(file, " MaxPenaltyTime = 0\n");
    fprintf(file,
            "[Options]\n DNS = no\n Ident = no\n PAM = no\n"
            "[Operator]\n Name = oper\n Password = oper\n"
            "[SSL]\n CertFile = %s/server.crt\n KeyFile = %s/server.key\n DHFile = %s/dh.pem\n"
            " Ports = %u\n",
            ircd->folder, ircd->folder, ircd->folder, ircd->tls_port);
    return fclose(file) == 0;
}

static const char *const files[] = {"ca.crt", "server.crt",  "server.key",
                                    "dh.pem", "ngircd.conf", "ngircd.log"};

/* Calls `visit` with the path of every file in the folder. */
static void each_file(const char *folder, void (*visit)(const char *path, const void *arg),
                      const void *arg)
{
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        if (access(path, F_OK) == 0)
            visit(path, arg);
    }
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
    if (getpwnam_r("nobody", &entry, memory, sizeof memory, &found) != 0 || !found)
        return false;
    *nobody = (struct nobody){.user = found->pw_uid, .group = found->pw_gid};
    return true;
}

static void give_file(const char *path, const void *arg)
{
    const struct nobody *nobody = arg;
    if (chown(path, nobody->user, nobody->group) != 0)
        perror(path);
}

static void remove_file(const char *path, const void *arg)
{
    (void)arg;
    unlink(path);
}

static bool become_nobody(void)
{
    struct nobody nobody;
    return find_nobody(&nobody) && setgroups(0, NULL) == 0 && setgid(nobody.group) == 0 &&
           setuid(nobody.user) == 0;
}

/* Whether nobody may run the program: a checkout below a private folder may be closed to them. */
static bool open_to_nobody(const char *program)
{
    pid_t pid = fork();
    if (pid == 0)
        _exit(become_nobody() && access(program, R_OK | X_OK) == 0 ? 0 : 1);
    int status = 1;
    return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

/* In the child. `drop`: we change the user; else the server does, as its configuration says. */
static void become(const struct ircd *ircd, const char *program, bool drop)
{
    char path[PATH_MAX];
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    snprintf(path, sizeof path, "%s/ngircd.log", ircd->folder);
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    int null = open("/dev/null", O_RDONLY);
    if (log < 0 || null < 0)
        _exit(125);
    dup2(null, 0);
    dup2(log, 1);
    dup2(log, 2);
    if (drop) {
        if (!become_nobody())
            _exit(126);
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* a change of user clears it */
    }
    snprintf(path, sizeof path, "%s/ngircd.conf", ircd->folder);
    execl(program, "ngircd", "-n", "-f", path, (char *)NULL);
    _exit(127);
}

static bool answers(unsigned port)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool good = fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) == 0;
    if (fd >= 0)
        close(fd);
    return good;
}

static void show_log(const struct ircd *ircd)
{
    char path[PATH_MAX];
    char line[512];
    snprintf(path, sizeof path, "%s/ngircd.log", ircd->folder);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        fprintf(stderr, "ngircd: %s", line);
    if (file)
        fclose(file);
}

bool ircd_again(struct ircd *ircd)
{
    char program[PATH_MAX];
    if (!find_program(program, sizeof program))
        return false;
    if (geteuid() == 0) {
        struct nobody nobody;
        if (find_nobody(&nobody)) {
            give_file(ircd->folder, &nobody);
            each_file(ircd->folder, give_file, &nobody);
        }
    }
    bool drop = geteuid() == 0 && open_to_nobody(program);
    ircd->pid = fork();
    if (ircd->pid == 0)
        become(ircd, program, drop);
    for (int waited = 0; ircd->pid > 0 && waited < START_MOST; waited += 10) {
        if (answers(ircd->port) && answers(ircd->tls_port))
            return true;
        int status;
        if (waitpid(ircd->pid, &status, WNOHANG) == ircd->pid) {
            ircd->pid = 0;
            break;
        }
        pause_ms(10);
    }
    fprintf(stderr, "ircd: %s does not start\n", program);
    show_log(ircd);
    return false;
}

bool ircd_start(struct ircd *ircd, const struct ircd_options *options)
{
    static const struct ircd_options usual = {.ping_seconds = 0};
    *ircd = (struct ircd){.pid = 0};
    unsigned ports[2];
    const char *base = getenv("TMPDIR");
    snprintf(ircd->folder, sizeof ircd->folder, "%s/talon-ircd-XXXXXX",
             base && strlen(base) < 32 ? base : "/tmp");
    if (!mkdtemp(ircd->folder) || !free_ports(ports, 2)) {
        perror("ircd");
        return false;
    }
    ircd->port = ports[0];
    ircd->tls_port = ports[1];
    snprintf(ircd->ca, sizeof ircd->ca, "%s/ca.crt", ircd->folder);
    if (!tls_files_make(ircd->folder, ircd->fingerprint) ||
        !write_config(ircd, options ? options : &usual)) {
        fprintf(stderr, "ircd: cannot write its files\n");
        ircd_stop(ircd);
        return false;
    }
    if (!ircd_again(ircd)) {
        ircd_stop(ircd);
        return false;
    }
    return true;
}

void ircd_pause(struct ircd *ircd, bool rough)
{
    if (ircd->pid <= 0)
        return;
    kill(ircd->pid, rough ? SIGKILL : SIGTERM);
    int status;
    for (int waited = 0; waitpid(ircd->pid, &status, WNOHANG) == 0; waited += 10) {
        if (waited >= STOP_MOST)
            kill(ircd->pid, SIGKILL);
        pause_ms(10);
    }
    ircd->pid = 0;
}

void ircd_stop(struct ircd *ircd)
{
    ircd_pause(ircd, false);
    if (*ircd->folder) {
        each_file(ircd->folder, remove_file, NULL);
        rmdir(ircd->folder);
        ircd->folder[0] = '\0';
    }
}
