#include "ircd.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "anope.h"
#include "base/array.h"
#include "hybrid.h"
#include "inspircd.h"
#include "irc_client.h"
#include "process.h"

enum { START_MAX = 15000, WAIT = 10 /* ms */, STARTS = 3 };

/* -- ngircd -- */

static bool write_ngircd(const struct ircd *ircd, const char *program,
                         const struct ircd_options *options)
{
    (void)program;
    char path[PATH_MAX];
    snprintf(path, sizeof(path), "%s/ngircd.conf", ircd->folder);
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    unsigned ping = options->ping_seconds ? options->ping_seconds : 120;
    fprintf(file,
            "[Global]\n Name = %s\n Network = TestNet\n Info = test server\n"
            " AdminInfo1 = test\n Listen = 127.0.0.1\n Ports = %u\n MotdPhrase = \"test\"\n",
            options->hub ? "leaf.test" : "irc.test", ircd->port);
    if (geteuid() == 0)
        fprintf(file, " ServerUID = nobody\n ServerGID = nogroup\n");
    if (options->password)
        fprintf(file, " Password = %s\n", options->password);
    fprintf(file,
            "[Limits]\n MaxConnectionsIP = 0\n MaxJoins = 0\n MaxNickLength = %u\n"
            " PingTimeout = %u\n PongTimeout = %u\n ConnectRetry = 5\n",
            options->nick_length ? options->nick_length : 20, ping, ping);
    if (!options->limits)
        fprintf(file, " MaxPenaltyTime = 0\n");
    fprintf(file,
            "[Options]\n DNS = no\n Ident = no\n PAM = no\n"
            "[Operator]\n Name = oper\n Password = oper\n"
            "[SSL]\n CertFile = %s/server.crt\n KeyFile = %s/server.key\n DHFile = %s/dh.pem\n"
            " Ports = %u\n",
            ircd->folder, ircd->folder, ircd->folder, ircd->tls_port);
    fprintf(file, "[Server]\n Name = %s\n MyPassword = link\n PeerPassword = link\n",
            options->hub ? "irc.test" : "leaf.test");
    if (options->hub)
        fprintf(file, " Host = 127.0.0.1\n Port = %u\n", options->hub->port);
    return fclose(file) == 0;
}

static pid_t start_ngircd(const struct ircd *ircd, const struct process *base)
{
    struct process process = *base;
    char config[PATH_MAX];
    snprintf(config, sizeof(config), "%s/ngircd.conf", ircd->folder);
    const char *const arguments[] = {"ngircd", "-n", "-f", config, NULL};
    process.arguments = arguments;
    return process_start(&process);
}

/* -- any kind -- */

static const struct {
    const char *name, *variable;
    bool (*complete)(const char *program); /* NULL: the program is all */
    bool (*configure)(const struct ircd *ircd, const char *program,
                      const struct ircd_options *options);
    pid_t (*start)(const struct ircd *ircd, const struct process *base);
} kinds[] = {
    [IRCD_NGIRCD] = {"ngircd", "TALON_NGIRCD", NULL, write_ngircd, start_ngircd},
    [IRCD_INSPIRCD] = {"inspircd", "TALON_INSPIRCD", inspircd_complete, inspircd_configure,
                       inspircd_start},
    [IRCD_HYBRID] = {"ircd-hybrid", "TALON_HYBRID", hybrid_complete, hybrid_configure,
                     hybrid_start},
};
enum { KINDS = ARRAY_SIZE(kinds) };

enum ircd_kind ircd_kind_of(int count, char **arguments)
{
    if (count < 2)
        return IRCD_NGIRCD;
    for (unsigned i = 0; i < KINDS; i++) {
        if (strcmp(kinds[i].name, arguments[1]) == 0)
            return (enum ircd_kind)i;
    }
    fprintf(stderr, "no server is called %s\n", arguments[1]);
    exit(2);
}

static bool find_program(enum ircd_kind kind, char *path, size_t size)
{
    return process_find(kinds[kind].variable, kinds[kind].name, path, size);
}

bool ircd_available(void)
{
    return ircd_has(IRCD_NGIRCD);
}

bool ircd_has(enum ircd_kind kind)
{
    char path[PATH_MAX];
    if (find_program(kind, path, sizeof(path)) &&
        (!kinds[kind].complete || kinds[kind].complete(path)))
        return true;
    fprintf(stderr, "skipped: no %s (set %s, or install the package)\n", kinds[kind].name,
            kinds[kind].variable);
    return false;
}

bool ircd_has_anope(void)
{
    if (!ircd_has(IRCD_INSPIRCD))
        return false;
    if (!anope_complete())
        fprintf(stderr, "skipped: no anope (set TALON_ANOPE, or install the package)\n");
    return anope_complete();
}

/* All that may be in the folder. */
static const char *const files[] = {
    "ca.crt",        "server.crt",   "server.key",       "dh.pem",        "client.crt",
    "client.key",    "ngircd.conf",  "server.log",       "inspircd.conf", "atheme.conf",
    "atheme.log",    "services.db",  "atheme.pid",       "services.out",  "services.db.new",
    "inspircd.motd", "inspircd.log", "ircd-hybrid.conf", "hybrid.pid",    "hybrid.log",
    "kline.db",      "dline.db",     "xline.db",         "resv.db"};

/* Calls `visit` with the path of every file in the folder. */
static void each_file(const char *folder, void (*visit)(const char *path, const void *arg),
                      const void *arg)
{
    for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof(path), "%s/%s", folder, files[i]);
        if (access(path, F_OK) == 0)
            visit(path, arg);
    }
}

static void give_file(const char *path, const void *arg)
{
    (void)arg;
    process_give(path);
}

static void remove_file(const char *path, const void *arg)
{
    (void)arg;
    unlink(path);
}

static void show_log(const struct ircd *ircd, const char *name)
{
    char path[PATH_MAX];
    char line[512];
    snprintf(path, sizeof(path), "%s/%s", ircd->folder, name);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof(line), file))
        fprintf(stderr, "%s: %s", name, line);
    if (file)
        fclose(file);
}

/* True when it goes on. */
static bool still_there(pid_t *pid)
{
    int status;
    if (*pid > 0 && waitpid(*pid, &status, WNOHANG) == *pid)
        *pid = 0;
    return *pid > 0;
}

static void start_server(struct ircd *ircd, const char *program)
{
    char log[PATH_MAX];
    snprintf(log, sizeof(log), "%s/server.log", ircd->folder);
    struct process process = {
        .program = program, .log = log, .drop = geteuid() == 0 && process_open_to_nobody(program)};
    ircd->pid = kinds[ircd->kind].start(ircd, &process);
}

/* By an operator: the server itself takes its time. */
bool ircd_link(const struct ircd *ircd)
{
    struct irc_client *oper = irc_client_login(ircd->port, false, "linker");
    bool linked = false;
    if (oper && irc_client_send(oper, "OPER oper oper") &&
        irc_client_expect(oper, START_MAX, "* 381 *") &&
        irc_client_send(oper, "CONNECT irc.test")) {
        for (int waited = 0; !linked && waited < START_MAX; waited += 50) {
            const char *line = NULL;
            irc_client_send(oper, "LINKS");
            while ((line = irc_client_line(oper, 2000)) && !strstr(line, " 365 "))
                linked = linked || strstr(line, " 364 linker irc.test ");
            process_pause(50);
        }
        irc_client_send(oper, "QUIT");
    }
    irc_client_close(oper);
    return linked;
}

bool ircd_again(struct ircd *ircd)
{
    char program[PATH_MAX];
    if (!find_program(ircd->kind, program, sizeof(program)))
        return false;
    process_give(ircd->folder);
    each_file(ircd->folder, give_file, NULL);
    start_server(ircd, program);
    int waited = 0;
    while (still_there(&ircd->pid) && waited < START_MAX &&
           !(process_answers(ircd->port) && process_answers(ircd->tls_port))) {
        process_pause(WAIT);
        waited += WAIT;
    }
    if (ircd->pid > 0 && waited < START_MAX && (!ircd->has_hub || ircd_link(ircd)) &&
        (!ircd->has_services || inspircd_services(ircd, START_MAX)))
        return true;
    fprintf(stderr, "ircd: %s does not start\n", program);
    show_log(ircd, "server.log");
    show_log(ircd, "services.out");
    return false;
}

static bool write_config(const struct ircd *ircd, const struct ircd_options *options)
{
    char program[PATH_MAX];
    return find_program(ircd->kind, program, sizeof(program)) &&
           kinds[ircd->kind].configure(ircd, program, options);
}

/* With its folder made. */
static bool start_once(struct ircd *ircd, const struct ircd_options *options)
{
    unsigned ports[3];
    if (!process_ports(ports, 3))
        return false;
    ircd->port = ports[0];
    ircd->tls_port = ports[1];
    ircd->link_port = ports[2];
    return write_config(ircd, options) && ircd_again(ircd);
}

bool ircd_start(struct ircd *ircd, const struct ircd_options *options)
{
    static const struct ircd_options usual = {.ping_seconds = 0};
    options = options ? options : &usual;
    *ircd = (struct ircd){.kind = options->kind,
                          .has_services = options->services,
                          .has_sasl = !options->no_sasl,
                          .has_hub = options->hub,
                          .has_anope = options->anope};
    const char *base = getenv("TMPDIR");
    snprintf(ircd->folder, sizeof(ircd->folder), "%s/talon-ircd-XXXXXX",
             base && strlen(base) < 32 ? base : "/tmp");
    if (!mkdtemp(ircd->folder)) {
        perror("ircd");
        return false;
    }
    snprintf(ircd->ca, sizeof(ircd->ca), "%s/ca.crt", ircd->folder);
    snprintf(ircd->client_cert, sizeof(ircd->client_cert), "%s/client.crt", ircd->folder);
    snprintf(ircd->client_key, sizeof(ircd->client_key), "%s/client.key", ircd->folder);
    bool good = tls_files_make(ircd->folder, ircd->fingerprint, ircd->client_fingerprint);
    if (!good)
        fprintf(stderr, "ircd: cannot write its files\n");
    /* Whoever else connects may be given a port that was free when we looked. */
    for (unsigned starts = 0; good && starts < STARTS; starts++) {
        if (start_once(ircd, options))
            return true;
        ircd_pause(ircd, true);
    }
    ircd_stop(ircd);
    return false;
}

void ircd_pause(struct ircd *ircd, bool rough)
{
    process_stop(&ircd->services, rough);
    process_stop(&ircd->pid, rough);
}

void ircd_stop(struct ircd *ircd)
{
    ircd_pause(ircd, false);
    if (*ircd->folder != '\0') {
        each_file(ircd->folder, remove_file, NULL);
        anope_clean(ircd);
        rmdir(ircd->folder);
        ircd->folder[0] = '\0';
    }
}
