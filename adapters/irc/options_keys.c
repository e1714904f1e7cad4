/* The keys of [irc NAME]. Each row explains its key (base/settings.h). */
#include "options.h"

const char options_about[] =
    "An IRC network. Write one such section for each network. NAME is your choice: it appears in "
    "the log, and the scores of guests belong to it. Do not change it later.";

const struct setting_key options_keys[] = {
    [KEY_HOST] = {.topic = "Server",
                  .name = "host",
                  .type = SETTING_TEXT,
                  .required = true,
                  .example = "irc.example.net",
                  .help = "Name or address of the server."},
    [KEY_PORT] = {.name = "port",
                  .type = SETTING_NUMBER,
                  .absent = "6697 with TLS, 6667 without it",
                  .min = 1,
                  .max = 65535,
                  .help = "Port of the server."},
    [KEY_TLS] = {.name = "tls",
                 .type = SETTING_SWITCH,
                 .fallback = "on",
                 .help = "Encrypt the connection. Talon never falls back to plain text. If the "
                         "server demands TLS (STS), Talon uses TLS even when this is off."},
    [KEY_TLS_FINGERPRINT] =
        {.name = "tls_fingerprint",
         .type = SETTING_TEXT,
         .help = "SHA-256 of the server's certificate, 64 hexadecimal digits. Talon then accepts "
                 "this certificate only, whatever its issuer, name and dates."},
    [KEY_TLS_CA] = {.name = "tls_ca",
                    .type = SETTING_TEXT,
                    .absent = "those of the system",
                    .help = "File with the certificate authorities to trust."},
    [KEY_NICK] = {.topic = "Nick and login",
                  .name = "nick",
                  .type = SETTING_TEXT,
                  .live = true,
                  .fallback = "talon",
                  .help = "The bot's nick. While it is taken, the bot adds \"_\" or a number, and "
                          "takes the nick back when it is free."},
    [KEY_USER] = {.name = "user",
                  .type = SETTING_TEXT,
                  .fallback = "talon",
                  .help = "User name, as /whois shows it."},
    [KEY_REALNAME] = {.name = "realname",
                      .type = SETTING_TEXT,
                      .fallback = "Talon, a host of card games",
                      .help = "Real name, as /whois shows it."},
    [KEY_PASSWORD_FILE] = {.name = "password_file",
                           .type = SETTING_SECRET,
                           .help = "The server's password. Few networks have one. With tls = off, "
                                   "Talon sends it only after the server had time to demand TLS."},
    [KEY_SASL_USER] = {.name = "sasl_user",
                       .type = SETTING_TEXT,
                       .help = "The bot's services account. The bot logs in by SASL."},
    [KEY_SASL_PASSWORD_FILE] = {.name = "sasl_password_file",
                                .type = SETTING_SECRET,
                                .help = "The password of that account."},
    [KEY_SASL_MECHANISM] =
        {.name = "sasl_mechanism",
         .type = SETTING_CHOICE,
         .choices = "EXTERNAL SCRAM-SHA-256 PLAIN",
         .absent =
             "the first of these that the server offers; PLAIN without TLS only if you set it here",
         .help = "How the bot logs in. EXTERNAL uses the certificate of tls_client_cert."},
    [KEY_SASL_REQUIRED] = {.name = "sasl_required",
                           .type = SETTING_SWITCH,
                           .fallback = "off",
                           .help = "Disconnect if the login fails."},
    [KEY_TLS_CLIENT_CERT] =
        {.name = "tls_client_cert",
         .type = SETTING_TEXT,
         .help =
             "The bot's own certificate (path of a PEM file). Some networks log the bot in by it."},
    [KEY_TLS_CLIENT_KEY] = {.name = "tls_client_key",
                            .type = SETTING_SECRET,
                            .help = "The key of tls_client_cert."},
    [KEY_NICKSERV] = {.name = "nickserv",
                      .type = SETTING_TEXT,
                      .example = "NickServ@services.example.net",
                      .help = "For servers without SASL, and over TLS only: the service that gets "
                              "the password in a private message. Name its server, too, so that "
                              "nobody else can receive the password. Talon also asks this service "
                              "for the nick (GHOST) if an old connection of the bot still has it."},
    [KEY_CHANNELS] = {.topic = "Channels and people",
                      .name = "channels",
                      .type = SETTING_LIST,
                      .live = true,
                      .example = "#cards",
                      .help =
                          "Channels to join. Ask their operators first. Write #NAME:KEY for a "
                          "channel with a key (+k), and give the configuration mode 0600 then."},
    [KEY_INVITES] = {.name = "invites",
                     .type = SETTING_NUMBER,
                     .live = true,
                     .fallback = "20",
                     .min = 0,
                     .max = 1000,
                     .unit = "channels",
                     .help =
                         "How many further channels may invite the bot. It follows the /invite of "
                         "a channel operator and stays until it is kicked, also after a restart. "
                         "At most a quarter of them may come from one address. 0: none."},
    [KEY_IGNORE] = {.name = "ignore",
                    .type = SETTING_LIST,
                    .live = true,
                    .absent = "nobody",
                    .example = "*!*@flood.example.net",
                    .help = "People whom the bot ignores: masks of nick!user@host with * and ?. It "
                            "always ignores users who are marked as bots."},
    [KEY_RELAYS] = {.name = "relays",
                    .type = SETTING_LIST,
                    .live = true,
                    .absent = "none",
                    .example = "bridge",
                    .help = "Bots that relay lines from elsewhere, such as \"<bob> !play r5\": "
                            "nicks, or masks of nick!user@host. Bob then plays as a guest of that "
                            "relay. The bot cannot whisper a hand to bob, and anyone with the "
                            "relay's nick can speak as bob. So name only relays that you trust."},
    [KEY_COLOURS] = {.topic = "Look",
                     .name = "colours",
                     .type = SETTING_SWITCH,
                     .live = true,
                     .fallback = "on",
                     .help = "Show cards in colours."},
    [KEY_WHISPER_NOTICES] =
        {.name = "whisper_notices",
         .type = SETTING_SWITCH,
         .live = true,
         .fallback = "on",
         .help = "Send hands as NOTICE after a player's first private line, which is always a "
                 "message. The notice begins with its channel (\"[#cards] \"). Clients such as "
                 "irssi then show it in the window of that channel."},
    [KEY_QUIET_NAMES] =
        {.name = "quiet_names",
         .type = SETTING_SWITCH,
         .live = true,
         .fallback = "on",
         .help =
             "Put an invisible sign (U+2060) into nicks in the channel, so that only the player "
             "whose turn it is gets a highlight. A line to that player begins with their nick."},
    [KEY_RECONNECT_MIN] =
        {.topic = "Connection",
         .name = "reconnect_min",
         .type = SETTING_NUMBER,
         .live = true,
         .fallback = "5",
         .min = 1,
         .max = 3600,
         .unit = "seconds",
         .help = "Wait before the first attempt to reconnect. It doubles with each attempt."},
    [KEY_RECONNECT_MAX] = {.name = "reconnect_max",
                           .type = SETTING_NUMBER,
                           .live = true,
                           .fallback = "300",
                           .min = 1,
                           .max = 86400,
                           .unit = "seconds",
                           .help = "The longest wait between two attempts."},
    [KEY_PING_SECONDS] = {.name = "ping_seconds",
                          .type = SETTING_NUMBER,
                          .live = true,
                          .fallback = "90",
                          .min = 1,
                          .max = 3600,
                          .unit = "seconds",
                          .help =
                              "How long the server may be silent before Talon asks whether it is "
                              "there. After the same time without an answer Talon reconnects."},
    [KEY_FLOOD_BURST] =
        {.name = "flood_burst",
         .type = SETTING_NUMBER,
         .fallback = "auto",
         .min = 0,
         .max = 10000,
         .unit = "lines",
         .help = "How many short lines the bot may send at once; long lines count as more. auto: "
                 "what the server's software reads without delay, which the log shows, and less if "
                 "the server is slower; careful values for unknown servers. If only flood_rate is "
                 "a number, this is 5, which suits every network. 0: no limit."},
    [KEY_FLOOD_RATE] =
        {.name = "flood_rate",
         .type = SETTING_NUMBER,
         .fallback = "auto",
         .min = 0,
         .max = 60000,
         .unit = "lines a minute",
         .help = "How many lines a minute follow after flood_burst. auto: as for flood_burst. If "
                 "only flood_burst is a number, this is 30. 0: no limit."},
    [KEY_HELPERS] =
        {.name = "helpers",
         .type = SETTING_NUMBER,
         .live = true,
         .fallback = "0",
         .min = 0,
         .max = 4,
         .unit = "connections",
         .help = "How many further connections whisper hands for the bot, under the nicks NICK-h1 "
                 "to NICK-h4. The server limits the speed of each connection, so that more tables "
                 "can play. They join no channel and log in to the same account. Ask the operators "
                 "of the network first: they may limit the connections from one address."},
    [KEY_STATE_DIR] =
        {.name = "state_dir",
         .type = SETTING_TEXT,
         .absent = "the service's state folder",
         .help =
             "Only for upgrades: the folder where an old version stored invitations and the TLS "
             "demands of servers. Talon moves its files into the database once, and deletes them."},
    {.name = NULL},
};
