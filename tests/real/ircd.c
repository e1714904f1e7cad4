#define _DEFAULT_SOURCE /* setgroups, dirent types */
#include "ircd.h"

#include <arpa/inet.h>
#include <dirent.h>
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

/* Calls `visit` with the path of every file in the folder (there are no folders in it). */
static void each_file(const char *folder, void (*visit)(const char *path, const void *arg),
                      const void *arg)
{
    DIR *files = opendir(folder);
    for (struct dirent *file; files && (file = readdir(files));) {
        char path[PATH_MAX];
        if (file->d_name[0] != '.') {
            snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
            visit(path, arg);
        }
    }
    if (files)
        closedir(files);
}

static void give_file(const char *path, const void *arg)
{
    const struct passwd *user = arg;
    if (chown(path, user->pw_uid, user->pw_gid) != 0)
        perror(path);
}

static void remove_file(const char *path, const void *arg)
{
    (void)arg;
    unlink(path);
}

/* In the child. */
static void become(const struct ircd *ircd, const char *program)
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
    if (geteuid() == 0) {
        const struct passwd *user = getpwnam("nobody");
        if (!user || setgroups(0, NULL) != 0 || setgid(user->pw_gid) != 0 ||
            setuid(user->pw_uid) != 0)
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
        const struct passwd *user = getpwnam("nobody");
        if (user) {
            give_file(ircd->folder, user);
            each_file(ircd->folder, give_file, user);
        }
    }
    ircd->pid = fork();
    if (ircd->pid == 0)
        become(ircd, program);
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
