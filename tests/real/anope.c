#define _XOPEN_SOURCE 500 /* nftw */
#include "anope.h"

#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "process.h"

static bool find(char *program, char *folder, size_t size)
{
    char root[PATH_MAX];
    if (!process_find("TALON_ANOPE", "anope", program, size))
        return false;
    process_root(program, root);
    return process_glob(root, "/usr/lib/anope", folder, size);
}

bool anope_complete(void)
{
    char program[PATH_MAX];
    char folder[PATH_MAX];
    return find(program, folder, sizeof(program));
}

static void place(const struct ircd *ircd, const char *name, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/anope%s", ircd->folder, name);
}

/* Modules, and the commands of NickServ that they bring. */
static const struct {
    const char *name, *options, *command, *service; /* command NULL: none */
} modules[] = {
    {"ns_register", "registration = \"none\";", "REGISTER", "register"},
    {"ns_identify", "", "IDENTIFY", "identify"},
    {"ns_logout", "", "LOGOUT", "logout"},
    {"ns_recover", "restoreonrecover = yes;", "GHOST", "recover"},
    {"ns_cert", "max = 5;", "CERT", "cert"},
    {"ns_group", "maxaliases = 16;", "GROUP", "group"},
    {"enc_sha256", "", NULL, NULL},
    {"db_flatfile", "database = \"anope.db\"; keepbackups = 0; fork = no;", NULL, NULL},
};

static void write_modules(FILE *file)
{
    for (size_t i = 0; i < ARRAY_SIZE(modules); i++) {
        fprintf(file, "module { name = \"%s\"; %s }\n", modules[i].name, modules[i].options);
        if (modules[i].command) {
            fprintf(
                file,
                "command { service = \"NickServ\"; name = \"%s\"; command = \"nickserv/%s\" }\n",
                modules[i].command, modules[i].service);
        }
    }
}

bool anope_configure(const struct ircd *ircd, bool sasl)
{
    static const char *const folders[] = {"", "/conf", "/db", "/logs"};
    char path[PATH_MAX];
    for (unsigned i = 0; i < ARRAY_SIZE(folders); i++) {
        place(ircd, folders[i], path);
        if (mkdir(path, 0700) != 0)
            return false;
        process_give(path);
    }
    place(ircd, "/conf/services.conf", path);
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    fprintf(file,
            "serverinfo { name = \"services.test\"; description = \"services\"; numeric = \"0SV\";"
            " pid = \"%s/anope/pid\"; motd = \"/dev/null\" }\n"
            "uplink { host = \"127.0.0.1\"; port = %u; password = \"link\" }\n"
            "module { name = \"inspircd3\" }\n"
            "networkinfo { networkname = \"TestNet\"; nicklen = 30; userlen = 10; hostlen = 64;"
            " chanlen = 60; modelistsize = 100; vhost_chars = \"abcdefghijklmnopqrstuvwxyz.\" }\n"
            "options { casemap = \"ascii\"; readtimeout = 1s; retrywait = 1s; updatetimeout = 60s;"
            " expiretimeout = 30m; warningtimeout = 4h; timeoutcheck = 3s; maxlogins = 1000000;"
            " servicealias = no; encryption = \"enc_sha256\" }\n"
            "mail { usemail = no }\n"
            "service { nick = \"NickServ\"; user = \"services\"; host = \"services.test\";"
            " gecos = \"NickServ\" }\n"
            "module { name = \"nickserv\"; client = \"NickServ\"; forceemail = no; passlen = 1000;"
            " regdelay = 0s; expire = 0; killquick = 5s; kill = 15s; modesonid = \"\";"
            " nonicknameownership = no; defaults = \"ns_private\" }\n",
            ircd->folder, ircd->link_port);
    write_modules(file);
    if (sasl)
        fprintf(file, "module { name = \"m_sasl\" }\n");
    bool good = fclose(file) == 0;
    process_give(path);
    return good;
}

pid_t anope_start(const struct ircd *ircd)
{
    char program[PATH_MAX];
    char folder[PATH_MAX];
    char path[4][PATH_MAX];
    char option[4][PATH_MAX + 16];
    static const char *const names[] = {"/conf", "/db", "/logs", "/out"};
    if (!find(program, folder, sizeof(program)))
        return 0;
    for (unsigned i = 0; i < 4; i++)
        place(ircd, names[i], path[i]);
    snprintf(option[0], sizeof(option[0]), "--confdir=%s", path[0]);
    snprintf(option[1], sizeof(option[1]), "--dbdir=%s", path[1]);
    snprintf(option[2], sizeof(option[2]), "--logdir=%s", path[2]);
    snprintf(option[3], sizeof(option[3]), "--modulesdir=%s", folder);
    const char *const arguments[] = {
        "anope", "--config=services.conf", "--nofork", option[0], option[1], option[2], option[3],
        NULL};
    return process_start(
        &(struct process){.program = program,
                          .arguments = arguments,
                          .log = path[3],
                          .drop = geteuid() == 0 && process_open_to_nobody(program)});
}

static int take_away(const char *path, const struct stat *status, int kind, struct FTW *at)
{
    (void)status;
    (void)kind;
    (void)at;
    return remove(path);
}

void anope_clean(const struct ircd *ircd)
{
    char path[PATH_MAX];
    place(ircd, "", path);
    nftw(path, take_away, 8, FTW_DEPTH | FTW_PHYS);
}
