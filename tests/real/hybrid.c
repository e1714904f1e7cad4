#include "hybrid.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"

/* The folder of libltdl in the tree; "": the system's is meant. */
static bool find_library(const char *root, char folder[PATH_MAX])
{
    bool found = process_glob(root, "/usr/lib/*/libltdl.so.7", folder, PATH_MAX);
    char *end = found ? strrchr(folder, '/') : folder;
    *end = '\0';
    return found;
}

bool hybrid_complete(const char *program)
{
    char root[PATH_MAX];
    char path[PATH_MAX];
    process_root(program, root);
    return process_glob(root, "/usr/lib/ircd-hybrid/modules/autoload", path, sizeof(path)) &&
           (find_library(root, path) || find_library("", path));
}

static void write_people(FILE *file, const struct ircd_options *options)
{
    unsigned ping = options->ping_seconds ? options->ping_seconds : 120;
    fprintf(file,
            "class {\n name = \"all\"; ping_time = %u seconds; max_number = 200;\n"
            " number_per_ip_local = 200; number_per_ip_global = 200; max_channels = 100;\n"
            " sendq = 1 megabytes; recvq = 8000 bytes;\n};\n",
            ping);
    fprintf(file, "auth {\n user = \"*@*\"; class = \"all\"; flags = exceed_limit%s;\n",
            options->limits ? "" : ", can_flood");
    if (options->password)
        fprintf(file, " password = \"%s\"; encrypted = no;\n", options->password);
    fprintf(file, "};\noperator {\n name = \"oper\"; user = \"*@*\"; password = \"oper\";\n"
                  " encrypted = no; class = \"all\"; flags = admin, kill;\n};\n");
}

bool hybrid_configure(const struct ircd *ircd, const char *program,
                      const struct ircd_options *options)
{
    (void)program;
    char path[PATH_MAX];
    const char *folder = ircd->folder;
    snprintf(path, sizeof(path), "%s/ircd-hybrid.conf", folder);
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    fprintf(file,
            "serverinfo {\n name = \"irc.test\"; sid = \"0TS\"; description = \"test server\";\n"
            " network_name = \"TestNet\"; network_description = \"test network\"; hub = no;\n"
            " default_max_clients = 200; max_nick_length = %u;\n"
            " rsa_private_key_file = \"%s/server.key\";\n"
            " tls_certificate_file = \"%s/server.crt\";\n};\n"
            "admin {\n name = \"test\"; description = \"test\"; email = \"test@localhost\";\n};\n"
            "listen {\n host = \"127.0.0.1\"; port = %u; flags = tls; port = %u;\n};\n"
            "general {\n disable_auth = yes; throttle_count = 1000; throttle_time = 1 second;\n"
            " anti_nick_flood = no; anti_spam_exit_message_time = 0;\n};\n"
            "channel {\n default_join_flood_count = 0; default_join_flood_time = 0;\n"
            " max_channels = 100; enable_extbans = yes;\n};\n"
            "modules {\n path = \"/usr/lib/ircd-hybrid/modules\";\n"
            " path = \"/usr/lib/ircd-hybrid/modules/autoload\";\n};\n"
            "log { use_logging = no; };\n",
            options->nick_length ? options->nick_length : 20, folder, folder, ircd->port,
            ircd->tls_port);
    write_people(file, options);
    return fclose(file) == 0;
}

pid_t hybrid_start(const struct ircd *ircd, const struct process *base)
{
    struct process process = *base;
    static const char *const names[] = {"ircd-hybrid.conf", "hybrid.pid", "hybrid.log", "kline.db",
                                        "dline.db",         "xline.db",   "resv.db"};
    enum { FILES = ARRAY_SIZE(names) };
    char file[FILES][PATH_MAX];
    char root[PATH_MAX];
    char libraries[PATH_MAX];
    for (unsigned i = 0; i < FILES; i++)
        snprintf(file[i], sizeof(file[i]), "%s/%s", ircd->folder, names[i]);
    const char *const arguments[] = {
        "ircd-hybrid", "-foreground", "-configfile", file[0], "-pidfile",   file[1],
        "-logfile",    file[2],       "-klinefile",  file[3], "-dlinefile", file[4],
        "-xlinefile",  file[5],       "-resvfile",   file[6], NULL};
    process_root(process.program, root);
    process.arguments = arguments;
    process.elsewhere = root;
    process.drop = base->drop && process_open_to_nobody(ELSEWHERE_LIBRARY);
    process.libraries = find_library(root, libraries) && *root != '\0' ? libraries : NULL;
    return process_start(&process);
}
