#include "inspircd.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "anope.h"
#include "base/array.h"
#include "irc_client.h"
#include "process.h"

static bool find_modules(const char *program, char *path, size_t size)
{
    char root[PATH_MAX];
    process_root(program, root);
    return process_glob(root, "/usr/lib/inspircd/modules", path, size);
}

/* Atheme finds none of its modules by itself when it is not installed: each is named by its path.
 */
static bool find_services(char *program, char *modules, size_t size)
{
    char root[PATH_MAX];
    if (!process_find("TALON_ATHEME", "atheme-services", program, size))
        return false;
    process_root(program, root);
    return process_glob(root, "/usr/lib/*/atheme/modules", modules, size);
}

bool inspircd_complete(const char *program)
{
    char path[PATH_MAX];
    char modules[PATH_MAX];
    return find_modules(program, modules, sizeof(modules)) &&
           find_services(path, modules, sizeof(modules));
}

/* -- configurations -- */

static const char *const ircd_modules[] = {
    "spanningtree", "ssl_gnutls", "sslinfo", "services_account",
    /* IRCv3 */
    "cap", "ircv3", "ircv3_accounttag", "ircv3_batch", "ircv3_capnotify", "ircv3_chghost",
    "ircv3_ctctags", "ircv3_echomessage", "ircv3_invitenotify", "ircv3_labeledresponse",
    "ircv3_msgid", "ircv3_servertime", "monitor", "namesx", "uhnames", "setname", "botmode",
    /* what keeps words away from people and channels, and what replays them */
    "callerid", "commonchans", "deaf", "silence", "nonotice", "noctcp", "blockcolor", "stripcolor",
    "chanhistory", "kicknorejoin", "muteban", "banexception",
    /* what operators do to people */
    "sajoin", "sanick", "sapart", "samode", "chghost",
    /* what Anope asks for */
    "hidechans"};

static void write_places(FILE *file, const struct ircd *ircd, const char *modules,
                         const struct ircd_options *options)
{
    const char *folder = ircd->folder;
    fprintf(file,
            "<server name=\"%s\" description=\"test server\" network=\"TestNet\">\n"
            "<admin name=\"test\" nick=\"test\" email=\"test@localhost\">\n"
            "<path moduledir=\"%s\" datadir=\"%s\" logdir=\"%s\" runtimedir=\"%s\""
            " configdir=\"%s\">\n"
            "<files motd=\"%s/inspircd.motd\">\n"
            "<log method=\"file\" type=\"* -USERINPUT -USEROUTPUT\" level=\"default\""
            " target=\"%s/inspircd.log\">\n"
            "<dns server=\"127.0.0.1\" timeout=\"1\">\n"
            "<options hidemodes=\"\" allowmismatch=\"yes\" casemapping=\"%s\"><security "
            "hidesplits=\"no\">\n",
            options->hub ? "leaf.test" : "irc.test", modules, folder, folder, folder, folder,
            folder, folder, options->anope ? "ascii" : "rfc1459");
    for (size_t i = 0; i < ARRAY_SIZE(ircd_modules); i++)
        fprintf(file, "<module name=\"%s\">\n", ircd_modules[i]);
    fprintf(file,
            "<bind address=\"127.0.0.1\" port=\"%u\" type=\"clients\">\n"
            "<bind address=\"127.0.0.1\" port=\"%u\" type=\"clients\" sslprofile=\"tls\">\n"
            "<bind address=\"127.0.0.1\" port=\"%u\" type=\"servers\">\n"
            "<sslprofile name=\"tls\" provider=\"gnutls\" cafile=\"%s/ca.crt\""
            " certfile=\"%s/server.crt\" keyfile=\"%s/server.key\" hash=\"sha256\""
            " requestclientcert=\"yes\">\n"
            "<chanhistory maxlines=\"20\" prefixmsg=\"no\">\n"
            "<deaf enableprivdeaf=\"yes\">\n",
            ircd->port, ircd->tls_port, ircd->link_port, folder, folder, folder);
    if (options->sts) {
        fprintf(file,
                "<module name=\"ircv3_sts\">\n<sts host=\"localhost\" port=\"%u\" duration=\"%us\""
                " preload=\"no\">\n",
                ircd->tls_port, options->sts);
    }
}

static void write_link(FILE *file, const char *name, unsigned port)
{
    fprintf(file,
            "<link name=\"%s\" ipaddr=\"127.0.0.1\" port=\"%u\" sendpass=\"link\""
            " recvpass=\"link\">\n",
            name, port);
}

static void write_links(FILE *file, const struct ircd *ircd, const struct ircd_options *options)
{
    write_link(file, "services.test", ircd->link_port);
    fprintf(file, "<uline server=\"services.test\" silent=\"yes\">\n");
    if (!options->no_sasl) {
        fprintf(file, "<module name=\"sasl\">\n"
                      "<sasl target=\"services.test\" requiressl=\"no\">\n");
    }
    if (options->hub)
        write_link(file, "irc.test", options->hub->link_port);
    else
        write_link(file, "leaf.test", ircd->link_port); /* it comes to us */
}

static void write_people(FILE *file, const struct ircd_options *options)
{
    fprintf(file,
            "<class name=\"all\" commands=\"*\" privs=\"*\" usermodes=\"*\" chanmodes=\"*\">\n"
            "<type name=\"all\" classes=\"all\">\n"
            "<oper name=\"oper\" password=\"oper\" host=\"*@*\" type=\"all\">\n"
            "<connect name=\"all\" allow=\"127.0.0.1/32\" timeout=\"20\" pingfreq=\"%u\""
            " localmax=\"1000\" globalmax=\"1000\" maxchans=\"100\" resolvehostnames=\"no\""
            " usests=\"%s\" %s>\n",
            options->ping_seconds ? options->ping_seconds : 120, options->sts ? "yes" : "no",
            options->limits /* those of the example that it ships */
                ? "recvq=\"10K\" softsendq=\"10240\" hardsendq=\"1M\" threshold=\"10\""
                  " commandrate=\"1000\" fakelag=\"yes\""
                : "recvq=\"1M\" softsendq=\"1M\" hardsendq=\"4M\" threshold=\"10000\""
                  " commandrate=\"100000\" fakelag=\"no\"");
}

static bool write_ircd(const struct ircd *ircd, const char *modules,
                       const struct ircd_options *options)
{
    char path[PATH_MAX];
    snprintf(path, sizeof(path), "%s/inspircd.motd", ircd->folder);
    FILE *file = fopen(path, "w");
    if (!file || fputs("test\n", file) < 0 || fclose(file) != 0)
        return false;
    snprintf(path, sizeof(path), "%s/inspircd.conf", ircd->folder);
    file = fopen(path, "w");
    if (!file)
        return false;
    write_places(file, ircd, modules, options);
    write_links(file, ircd, options);
    write_people(file, options);
    return fclose(file) == 0;
}

static const char *const service_modules[] = {
    "transport/rfc1459",   "backend/corestorage", "protocol/base36uid", "protocol/inspircd",
    "backend/opensex",     "crypto/pbkdf2v2",     "nickserv/main",      "nickserv/list",
    "nickserv/cert",       "nickserv/identify",   "nickserv/logout",    "nickserv/register",
    "nickserv/regnolimit", "nickserv/ghost",      "saslserv/main",      "saslserv/plain",
    "saslserv/external"};

static bool write_services(const struct ircd *ircd, const char *modules)
{
    char path[PATH_MAX];
    snprintf(path, sizeof(path), "%s/services.db", ircd->folder);
    FILE *file = fopen(path, "w"); /* empty: it does not begin without one */
    if (!file || fclose(file) != 0)
        return false;
    snprintf(path, sizeof(path), "%s/atheme.conf", ircd->folder);
    file = fopen(path, "w");
    if (!file)
        return false;
    for (size_t i = 0; i < ARRAY_SIZE(service_modules); i++)
        fprintf(file, "loadmodule \"%s/%s\";\n", modules, service_modules[i]);
    fprintf(file,
            "serverinfo {\n name = \"services.test\";\n desc = \"services\";\n numeric = \"0SV\";\n"
            " netname = \"TestNet\";\n adminname = \"test\";\n adminemail = \"test@localhost\";\n"
            " registeremail = \"test@localhost\";\n auth = none;\n casemapping = rfc1459;\n"
            " recontime = 1;\n};\n"
            "uplink \"irc.test\" {\n host = \"127.0.0.1\";\n port = %u;\n"
            " send_password = \"link\";\n receive_password = \"link\";\n};\n"
            "nickserv { nick = \"NickServ\"; user = \"NickServ\"; host = \"services.test\"; };\n"
            "saslserv { nick = \"SaslServ\"; user = \"SaslServ\"; host = \"services.test\"; };\n"
            "general { commit_interval = 5; default_clone_limit = 0; };\n",
            ircd->link_port);
    return fclose(file) == 0;
}

bool inspircd_configure(const struct ircd *ircd, const char *program,
                        const struct ircd_options *options)
{
    char modules[PATH_MAX];
    char services[PATH_MAX];
    if (!find_modules(program, modules, sizeof(modules)) || !write_ircd(ircd, modules, options))
        return false;
    if (options->anope)
        return anope_configure(ircd, !options->no_sasl);
    return !options->services ||
           (find_services(services, modules, sizeof(modules)) && write_services(ircd, modules));
}

/* -- the services -- */

/* Asks for the capabilities until "sasl" is one, or for NickServ until it is on: then they are
 * linked and ready. */
static bool wait_for_services(const struct ircd *ircd, int milliseconds)
{
    const char *question = ircd->has_sasl ? "CAP LS 302" : "ISON NickServ";
    const char *answer = ircd->has_sasl ? " LS " : " 303 ";
    for (int waited = 0; waited < milliseconds; waited += 50) {
        struct irc_client *client = ircd->has_sasl ? irc_client_open(ircd->port, false)
                                                   : irc_client_login(ircd->port, false, "asks");
        const char *line = NULL;
        if (client && irc_client_send(client, "%s", question)) {
            while ((line = irc_client_line(client, 2000)) && !strstr(line, answer))
                continue;
        }
        bool there = line && strstr(line, ircd->has_sasl ? " sasl=" : ":NickServ");
        irc_client_close(client);
        if (there)
            return true;
        process_pause(50);
    }
    return false;
}

pid_t inspircd_start(const struct ircd *ircd, const struct process *base)
{
    struct process process = *base;
    char config[PATH_MAX];
    snprintf(config, sizeof(config), "%s/inspircd.conf", ircd->folder);
    /* as root it runs only when told to */
    const char *as_root = geteuid() == 0 && !process.drop ? "--runasroot" : NULL;
    const char *const arguments[] = {"inspircd", "--nofork", "--nopid", "--config",
                                     config,     as_root,    NULL};
    process.arguments = arguments;
    return process_start(&process);
}

static pid_t start_atheme(const struct ircd *ircd)
{
    char program[PATH_MAX];
    char modules[PATH_MAX];
    char libraries[PATH_MAX];
    char file[4][PATH_MAX];
    static const char *const names[] = {"atheme.conf", "atheme.log", "atheme.pid", "services.out"};
    if (!find_services(program, modules, sizeof(modules)))
        return 0;
    for (unsigned i = 0; i < 4; i++)
        snprintf(file[i], sizeof(file[i]), "%s/%s", ircd->folder, names[i]);
    snprintf(libraries, sizeof(libraries), "%s", modules);
    char *end = strstr(libraries, "/atheme/modules");
    if (end)
        *end = '\0';
    const char *const arguments[] = {
        "atheme-services", "-n", "-c",    file[0], "-D", ircd->folder, "-l",
        file[1],           "-p", file[2], NULL};
    return process_start(
        &(struct process){.program = program,
                          .arguments = arguments,
                          .log = file[3],
                          .libraries = libraries,
                          .drop = geteuid() == 0 && process_open_to_nobody(program)});
}

bool inspircd_services(struct ircd *ircd, int milliseconds)
{
    ircd->services = ircd->has_anope ? anope_start(ircd) : start_atheme(ircd);
    return ircd->services > 0 && wait_for_services(ircd, milliseconds);
}
