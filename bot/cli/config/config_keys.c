/* The keys of [talon], and those that every network has: one row says all that there is to say
 * about a key (base/settings.h). `./dev config` makes the example and the page of them. */
#include "bot/cli/config/config.h"

enum { HOUR = 60 * 60, DAY = 24 * HOUR };

const char config_about[] = "What holds for the whole house, on all networks.";

const struct setting_key talon_keys[] = {
    [CONFIG_DATABASE] =
        {.name = "database",
         .type = SETTING_TEXT,
         .fallback = "/var/lib/talon/talon.db",
         .absent =
             "talon.db in systemd's state folder when a unit gives one (StateDirectory), else "
             "this path",
         .help =
             "Where rounds, people and scores are kept: a file, whose folder must exist and be "
             "writable, or a database of a PostgreSQL server as postgresql://USER@HOST/NAME (as "
             "libpq reads it: several hosts with ?target_session_attrs=read-write, TLS that is "
             "verified with ?sslmode=verify-full). No password belongs there."},
    [CONFIG_LANGUAGE] = {.name = "language",
                         .type = SETTING_CHOICE,
                         .live = true,
                         .choices = "en fr",
                         .fallback = "en",
                         .help = "What a channel speaks until someone there says !lang."},
    [CONFIG_PREFIX] = {.name = "prefix",
                       .type = SETTING_TEXT,
                       .live = true,
                       .fallback = "!",
                       .help = "Sign before a command: one to four signs, no letters or digits."},
    [CONFIG_TIMEZONE] = {.name = "timezone",
                         .type = SETTING_TEXT,
                         .fallback = "UTC",
                         .help = "Where the days, weeks and seasons of the boards begin: UTC, "
                                 "+HH:MM or -HH:MM."},
    [CONFIG_TURN_REMINDER] = {.name = "turn_reminder",
                              .type = SETTING_NUMBER,
                              .live = true,
                              .fallback = "60",
                              .min = 1,
                              .max = DAY,
                              .unit = "seconds",
                              .help = "The turn clock: so long after a turn has begun, the channel "
                                      "reminds the one whose turn it is."},
    [CONFIG_TURN_WHISPER] = {.name = "turn_whisper",
                             .type = SETTING_NUMBER,
                             .live = true,
                             .fallback = "90",
                             .min = 1,
                             .max = DAY,
                             .unit = "seconds",
                             .help = "So long after a turn has begun, the reminder comes in "
                                     "private. More than turn_reminder."},
    [CONFIG_TURN_LIMIT] = {.name = "turn_limit",
                           .type = SETTING_NUMBER,
                           .live = true,
                           .fallback = "120",
                           .min = 1,
                           .max = DAY,
                           .unit = "seconds",
                           .help = "So long after a turn has begun, it is played for the one who "
                                   "sleeps. More than turn_whisper."},
    [CONFIG_LOBBY_IDLE] = {.name = "lobby_idle",
                           .type = SETTING_NUMBER,
                           .live = true,
                           .fallback = "900",
                           .min = 1,
                           .max = 30L * DAY,
                           .unit = "seconds",
                           .help = "A lobby that nobody touches closes after so long."},
    [CONFIG_AWAY_CLOSE] = {.name = "away_close",
                           .type = SETTING_NUMBER,
                           .live = true,
                           .fallback = "86400",
                           .min = 1,
                           .max = 365L * DAY,
                           .unit = "seconds",
                           .help = "A table whose people are all away pauses, and closes after so "
                                   "long."},
    [CONFIG_BOT_DELAY] = {.name = "bot_delay",
                          .type = SETTING_NUMBER,
                          .live = true,
                          .fallback = "1000",
                          .min = 0,
                          .max = 60000,
                          .unit = "milliseconds",
                          .help = "How long a computer player seems to think at its turn, a third "
                                  "more or less. To catch a missing UNO, or to jump in, it takes "
                                  "two to eight thirds of that."},
    [CONFIG_GATHER] = {.name = "gather",
                       .type = SETTING_NUMBER,
                       .live = true,
                       .fallback = "4000",
                       .min = 0,
                       .max = 60000,
                       .unit = "milliseconds",
                       .help = "What computer players do one after the other, and what who has the "
                               "turn drew, is told in one line, at the latest after so long. 0: "
                               "each in a line of its own, at once."},
    [CONFIG_SEARCH_NODES] =
        {.name = "search_nodes",
         .type = SETTING_NUMBER,
         .live = true,
         .fallback = "0",
         .min = 0,
         .max = 1000000,
         .unit = "moves",
         .help = "How many moves computer players of the level hard try out in their heads before "
                 "they play. More of them play a little better and take longer: they think one "
                 "after another, beside the games. 0: the number that the program was measured "
                 "with."},
    [CONFIG_UNO_GRACE] = {.name = "uno_grace",
                          .type = SETTING_NUMBER,
                          .live = true,
                          .fallback = "0",
                          .min = 0,
                          .max = 60000,
                          .unit = "milliseconds",
                          .help = "How long the next turn waits after a play that leaves one card, "
                                  "so that slow readers can still catch a missing UNO."},
    [CONFIG_ROUND_PAUSE] = {.name = "round_pause",
                            .type = SETTING_NUMBER,
                            .live = true,
                            .fallback = "10000",
                            .min = 0,
                            .max = 600000,
                            .unit = "milliseconds",
                            .help = "From the end of a round to the deal of the next."},
    [CONFIG_SPLIT_WAIT] = {.name = "split_wait",
                           .type = SETTING_NUMBER,
                           .live = true,
                           .fallback = "300",
                           .min = 0,
                           .max = DAY,
                           .unit = "seconds",
                           .help =
                               "When a netsplit takes players, the clocks of their tables stand "
                               "for so long, or until they are back. 0: play does not wait."},
    [CONFIG_QUIT_GRACE] =
        {.name = "quit_grace",
         .type = SETTING_NUMBER,
         .live = true,
         .fallback = "20",
         .min = 0,
         .max = HOUR,
         .unit = "seconds",
         .help = "Who leaves the network or the channel in a match is waited for so long; then a "
                 "computer player keeps the seat until they are back. In the lobby the seat is "
                 "kept without cards. 0: their turn has its whole time first."},
    [CONFIG_LINK_LIFE] = {.name = "link_life",
                          .type = SETTING_NUMBER,
                          .live = true,
                          .fallback = "600",
                          .min = 60,
                          .max = DAY,
                          .unit = "seconds",
                          .help = "How long a code of !link is good."},
    [CONFIG_VOTE_TIME] = {.name = "vote_time",
                          .type = SETTING_NUMBER,
                          .live = true,
                          .fallback = "30",
                          .min = 5,
                          .max = HOUR,
                          .unit = "seconds",
                          .help = "Who sits at a table may !stop or !kick by a vote of all who sit "
                                  "there and are present: it takes more than half of them, within "
                                  "so long. As long one has to say !stop again in a running "
                                  "match."},
    [CONFIG_PAUSE_LIMIT] = {.name = "pause_limit",
                            .type = SETTING_NUMBER,
                            .live = true,
                            .fallback = "900",
                            .min = 10,
                            .max = 7L * DAY,
                            .unit = "seconds",
                            .help = "A table that is paused by !pause goes on by itself after so "
                                    "long."},
    [CONFIG_NOTIFY_PAUSE] = {.name = "notify_pause",
                             .type = SETTING_NUMBER,
                             .live = true,
                             .fallback = "900",
                             .min = 0,
                             .max = 7L * DAY,
                             .unit = "seconds",
                             .help = "Who said !notify in a channel is called when a table opens "
                                     "there, not twice within so long."},
    [CONFIG_TABLES_MAX] = {.name = "tables_max",
                           .type = SETTING_NUMBER,
                           .live = true,
                           .fallback = "10000",
                           .min = 1,
                           .max = 1000000,
                           .unit = "tables",
                           .help = "How many tables may be open at once, on all networks together. "
                                   "Each takes 4 kB of memory and, in play, 7 kB of the disk; more "
                                   "than the default wants a larger MemoryMax= in the unit."},
    [CONFIG_TABLES_PER_NETWORK] = {.name = "tables_per_network",
                                   .type = SETTING_NUMBER,
                                   .live = true,
                                   .fallback = "10000",
                                   .min = 1,
                                   .max = 1000000,
                                   .unit = "tables",
                                   .help = "How many of them on each network."},
    [CONFIG_TABLES_PER_PERSON] = {.name = "tables_per_person",
                                  .type = SETTING_NUMBER,
                                  .live = true,
                                  .fallback = "3",
                                  .min = 1,
                                  .max = 1000000,
                                  .unit = "tables",
                                  .help = "How many of them opened by one person (nicks without "
                                          "account from one host count as one)."},
    [CONFIG_PRIVATE_PER_NETWORK] =
        {.name = "private_per_network",
         .type = SETTING_NUMBER,
         .live = true,
         .fallback = "8",
         .min = 1,
         .max = 1000000,
         .unit = "tables",
         .help = "How many tables that somebody plays alone in private, on a network that lets a "
                 "bot say only so much (IRC): what is said to them goes after all that channels "
                 "hear."},
    [CONFIG_PRIVATE_PER_HOST] = {.name = "private_per_host",
                                 .type = SETTING_NUMBER,
                                 .live = true,
                                 .fallback = "2",
                                 .min = 1,
                                 .max = 1000000,
                                 .unit = "tables",
                                 .help = "How many of these by people from one host."},
    [CONFIG_ROUNDS_PER_HOUR] =
        {.name = "rounds_per_hour",
         .type = SETTING_NUMBER,
         .live = true,
         .fallback = "120",
         .min = 0,
         .max = 1000000,
         .unit = "rounds",
         .help = "Rounds dealt within an hour at the tables that one person opened (nicks without "
                 "account from one host count as one): each stays on the disk. No ordinary table "
                 "meets it; who does waits for the next deal. 0: no limit."},
    [CONFIG_KEEP_REPLAYS] = {.name = "keep_replays",
                             .type = SETTING_NUMBER,
                             .live = true,
                             .fallback = "365",
                             .min = 0,
                             .max = 36500,
                             .unit = "days",
                             .help =
                                 "How long the replays of rounds are kept, which `talon verify` "
                                 "reads. 0: for ever."},
    [CONFIG_KEEP_RESULTS] =
        {.name = "keep_results",
         .type = SETTING_NUMBER,
         .live = true,
         .fallback = "0",
         .min = 0,
         .max = 36500,
         .unit = "days",
         .help = "How long results are kept: who won which round, and the days, weeks, months and "
                 "seasons of the boards that are over. What people have won in all stays. 0: for "
                 "ever. Scores that !link and !unlink sort out anew are summed up from results: "
                 "where this is not 0, what was won before stays with the player who has it then, "
                 "so !unlink does not give it back."},
    [CONFIG_BACKUP] = {.name = "backup",
                       .type = SETTING_TEXT,
                       .live = true,
                       .absent = "none are made",
                       .help = "A folder that gets a copy of the database each day, checked, as "
                               "`talon backup` makes it. The systemd unit may write below "
                               "/var/lib/talon alone: backups there, or a folder of another disk "
                               "that a drop-in allows (ReadWritePaths=)."},
    [CONFIG_BACKUP_AT] = {.name = "backup_at",
                          .type = SETTING_TEXT,
                          .live = true,
                          .absent = "when the day of the boards begins (timezone)",
                          .example = "04:30",
                          .help =
                              "When the daily copy is made, and by which day it is called: HH:MM "
                              "in the local time of the machine, with its summer time. Where "
                              "the machine was off, or the clock leaps over it, at the next "
                              "occasion."},
    [CONFIG_BACKUP_KEEP] = {.name = "backup_keep",
                            .type = SETTING_NUMBER,
                            .live = true,
                            .fallback = "7",
                            .min = 1,
                            .max = 3650,
                            .unit = "copies",
                            .help = "How many of the daily copies stay. An old one goes when the "
                                    "new one is good."},
    [CONFIG_BEHIND_MAX] = {.name = "behind_max",
                           .type = SETTING_NUMBER,
                           .live = true,
                           .fallback = "10",
                           .min = 0,
                           .max = HOUR,
                           .unit = "seconds",
                           .help = "How far a network may be behind with what is to be said there, "
                                   "before no more tables are opened and no computer players come "
                                   "to those there are: networks let a bot say only so much. 0: "
                                   "however far."},
    [CONFIG_LOG_LEVEL] = {.name = "log_level",
                          .type = SETTING_CHOICE,
                          .live = true,
                          .choices = "error warn info debug",
                          .fallback = "info",
                          .help = "What goes to the log. Hands and secrets never do."},
    [CONFIG_CONTROL_SOCKET] =
        {.name = "control_socket",
         .type = SETTING_TEXT,
         .absent = "control in systemd's runtime folder when a unit gives one, else talon/control "
                   "in $XDG_RUNTIME_DIR, else the database's path with -control behind it",
         .example = "/run/talon/control",
         .help = "The socket where `talon ctl` finds the daemon: a path, or off. It is for the "
                 "daemon's user and root alone."},
    [CONFIG_HTTP] =
        {.name = "http",
         .type = SETTING_TEXT,
         .absent = "there are none",
         .example = "127.0.0.1:9467",
         .help = "Where /healthz and /metrics (for Prometheus) are: HOST:PORT, where HOST is a "
                 "numeric address of this machine's loopback, or unix:PATH. No names, channels or "
                 "cards are in them."},
    [CONFIG_HTTP_OPEN] =
        {.name = "http_open",
         .type = SETTING_SWITCH,
         .fallback = "off",
         .help = "Lets http stand at an address that other machines reach. There is no password."},
    [CONFIG_DATABASE_PASSWORD] =
        {.name = "database_password",
         .type = SETTING_SECRET,
         .absent = "the server asks for none, or a password file of libpq has it (PGPASSFILE)",
         .example = "database-password",
         .help = "The password for a PostgreSQL server: the name of a file beside this one (of a "
                 "credential, in a unit), or a path. Nobody else may read it."},
    [CONFIG_PROCESS] = {.name = "process",
                        .type = SETTING_TEXT,
                        .absent = "no other process may use the database",
                        .example = "north-1",
                        .help =
                            "On a PostgreSQL server: several processes share the database, with "
                            "the same networks in their configurations, and each plays on those "
                            "that it comes to have. This is what others see it as (talon ctl "
                            "fleet); it is no identity."},
    [CONFIG_LEASE_LIFE] = {.name = "lease_life",
                           .type = SETTING_NUMBER,
                           .absent = "1500 with process, 3000 without",
                           .example = "1500",
                           .min = 500,
                           .max = 60000,
                           .unit = "milliseconds",
                           .help = "On a PostgreSQL server: a process that was not heard of for so "
                                   "long may be replaced by another, or by its own next start. A "
                                   "server that stands still for longer silences it meanwhile."},
    [CONFIG_LEASE_RENEW] = {.name = "lease_renew",
                            .type = SETTING_NUMBER,
                            .absent = "500 with process, 1000 without, and never more than a third "
                                      "of lease_life",
                            .example = "500",
                            .min = 100,
                            .max = 20000,
                            .unit = "milliseconds",
                            .help = "How often a process lets itself be heard there: a third of "
                                    "lease_life at the most."},
    {0},
};

const struct setting_key network_keys[] = {
    [NETWORK_ADMINS] = {.name = "admins",
                        .type = SETTING_LIST,
                        .live = true,
                        .absent = "nobody",
                        .help = "Who may rule every table of this network (!kick, !stop, !set): "
                                "accounts, which are user ids on Discord and services accounts on "
                                "IRC. There, certfp:PRINT is who shows the TLS certificate of that "
                                "fingerprint (hexadecimal, as the server's /whois tells it), with "
                                "an account or without."},
    {0},
};
