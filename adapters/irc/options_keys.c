/* The keys of [irc NAME]: a row says all that there is to say about one (base/settings.h). */
#include "options.h"

const char options_about[] = "An IRC network. Any number of such sections. NAME is yours: it "
                             "stands in the log, and scores of "
                             "people without a services account belong to it.";

const struct setting_key options_keys[] = {
    [KEY_HOST] = {.name = "host",
                  .type = SETTING_TEXT,
                  .required = true,
                  .example = "irc.example.net",
                  .help = "Name or address of the server."},
    [KEY_PORT] = {.name = "port",
                  .type = SETTING_NUMBER,
                  .min = 1,
                  .max = 65535,
                  .absent = "6697 with TLS, 6667 without",
                  .help = "Its port."},
    [KEY_TLS] = {.name = "tls",
                 .type = SETTING_SWITCH,
                 .fallback = "on",
                 .help = "Encrypt the connection. There is never a fall-back to plain text; and "
                         "where a server says that it wants TLS (sts), off is not heeded, however "
                         "often TLS fails there."},
    [KEY_TLS_FINGERPRINT] = {.name = "tls_fingerprint",
                             .type = SETTING_TEXT,
                             .help = "SHA-256 of the server's certificate, 64 hexadecimal digits: "
                                     "then this very certificate is taken, and no other; its "
                                     "issuer, name and dates do not matter."},
    [KEY_TLS_CA] = {.name = "tls_ca",
                    .type = SETTING_TEXT,
                    .absent = "those of the system",
                    .help = "File of the authorities to trust."},
    [KEY_TLS_CLIENT_CERT] = {.name = "tls_client_cert",
                             .type = SETTING_TEXT,
                             .help = "Our own certificate (the path of a PEM file), shown to the "
                                     "server: some networks log us in by it."},
    [KEY_TLS_CLIENT_KEY] = {.name = "tls_client_key",
                            .type = SETTING_SECRET,
                            .help = "The key of that certificate."},
    [KEY_NICK] = {.name = "nick",
                  .type = SETTING_TEXT,
                  .live = true,
                  .fallback = "talon",
                  .help =
                      "Our nick. While it is taken: with \"_\" or a number behind, and the nick "
                      "itself again when it is free."},
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
                           .help =
                               "The server's password. Few networks have one. With tls = off it "
                               "is sent when the server has had the time to ask for TLS."},
    [KEY_SASL_USER] = {.name = "sasl_user",
                       .type = SETTING_TEXT,
                       .help = "Our services account. We log in by SASL."},
    [KEY_SASL_PASSWORD_FILE] = {.name = "sasl_password_file",
                                .type = SETTING_SECRET,
                                .help = "The password of that account."},
    [KEY_SASL_MECHANISM] = {.name = "sasl_mechanism",
                            .type = SETTING_CHOICE,
                            .choices = "EXTERNAL SCRAM-SHA-256 PLAIN",
                            .absent = "the first of these that the server has; PLAIN without TLS "
                                      "only if it stands here",
                            .help = "How we log in. EXTERNAL is by the certificate above."},
    [KEY_SASL_REQUIRED] = {.name = "sasl_required",
                           .type = SETTING_SWITCH,
                           .fallback = "off",
                           .help = "Rather leave than stay without our account."},
    [KEY_NICKSERV] = {.name = "nickserv",
                      .type = SETTING_TEXT,
                      .example = "NickServ@services.example.net",
                      .help = "Where a server has no SASL, over TLS only: to whom the password is "
                              "said instead. The services' server must be named, so that nobody "
                              "else can be asked for it. Who is named is also asked for our nick "
                              "(GHOST) when somebody has it as we come: a connection of ours "
                              "whose machine has died."},
    [KEY_CHANNELS] = {.name = "channels",
                      .type = SETTING_LIST,
                      .live = true,
                      .example = "#cards",
                      .help = "Channels to sit in. Only those whose operators want us there. "
                              "#NAME:KEY is a channel that lets in who knows its key (+k); the "
                              "configuration is then best 0600."},
    [KEY_INVITES] = {.name = "invites",
                     .type = SETTING_NUMBER,
                     .live = true,
                     .fallback = "20",
                     .min = 0,
                     .max = 1000,
                     .unit = "channels",
                     .help = "How many channels may invite us besides: where an operator says "
                             "/invite, we come, and stay until we are kicked out, over restarts "
                             "too. From one address a quarter of them come. 0: none."},
    [KEY_IGNORE] = {.name = "ignore",
                    .type = SETTING_LIST,
                    .live = true,
                    .absent = "nobody",
                    .example = "*!*@flood.example.net",
                    .help = "Whose words are not heard: masks of nick!user@host with * and ?. Bots "
                            "that say so of themselves are never heard."},
    [KEY_RELAYS] = {.name = "relays",
                    .type = SETTING_LIST,
                    .live = true,
                    .absent = "none",
                    .example = "bridge",
                    .help =
                        "Bots that pass on what is said elsewhere, as \"<bob> !play r5\": nicks, "
                        "or masks of nick!user@host. Then bob plays as a guest of that relay. "
                        "No hand can be whispered to bob, and whoever has the relay's nick can "
                        "speak as bob: name only relays that you trust."},
    [KEY_STATE_DIR] = {.name = "state_dir",
                       .type = SETTING_TEXT,
                       .absent = "systemd's state folder when a unit gives one",
                       .help = "Where an earlier version kept what this connection remembers over "
                               "restarts: that a server wants TLS, and the channels that invited "
                               "us. This version keeps both in the database; it takes over the "
                               "files of this folder once, and removes them."},
    [KEY_RECONNECT_MIN] =
        {.name = "reconnect_min",
         .type = SETTING_NUMBER,
         .live = true,
         .fallback = "5",
         .min = 1,
         .max = 3600,
         .unit = "seconds",
         .help = "The wait before the first attempt to reconnect; doubled each time."},
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
                          .help = "How long the server may be silent before we ask whether it is "
                                  "there, and again before we give it up."},
    [KEY_FLOOD_BURST] = {.name = "flood_burst",
                         .type = SETTING_NUMBER,
                         .fallback = "auto",
                         .min = 0,
                         .max = 10000,
                         .unit = "lines",
                         .help =
                             "How fast we may speak: so many short lines at once (long ones count "
                             "more). auto: as fast as the server's software reads us without delay "
                             "(the log says which that is), and no faster than it really does; "
                             "carefully on servers that nobody knows. Where flood_rate alone is a "
                             "number, 5, which suits any network."},
    [KEY_FLOOD_RATE] = {.name = "flood_rate",
                        .type = SETTING_NUMBER,
                        .fallback = "auto",
                        .min = 0,
                        .max = 60000,
                        .unit = "lines a minute",
                        .help =
                            "How many follow then. auto: likewise; where flood_burst alone is a "
                            "number, 30. 0: no limit at all."},
    [KEY_COLOURS] = {.name = "colours",
                     .type = SETTING_SWITCH,
                     .live = true,
                     .fallback = "on",
                     .help = "Cards in colours."},
    [KEY_WHISPER_NOTICES] = {.name = "whisper_notices",
                             .type = SETTING_SWITCH,
                             .live = true,
                             .fallback = "on",
                             .help =
                                 "Hands by NOTICE after a player's first private line, which "
                                 "always is a message. A notice begins with its channel "
                                 "(\"[#cards] \"): clients that know the custom, such as irssi, "
                                 "show it in that channel's window."},
    [KEY_QUIET_NAMES] = {.name = "quiet_names",
                         .type = SETTING_SWITCH,
                         .live = true,
                         .fallback = "on",
                         .help = "Put an invisible sign (U+2060) into the nicks of people in the "
                                 "channel, so that only the player whose turn it is gets a "
                                 "highlight. A line to that player begins with their nick."},
    {.name = NULL},
};
