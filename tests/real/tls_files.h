/* tls_files.h: a throw-away CA and a server's certificate, as files for a test server. */
#ifndef TALON_TESTS_REAL_TLS_FILES_H
#define TALON_TESTS_REAL_TLS_FILES_H

#include <stdbool.h>

enum { TLS_FINGERPRINT = 65 }; /* 64 hexadecimal digits and the NUL */

/* Writes ca.crt, server.crt (for localhost and 127.0.0.1), server.key, dh.pem, client.crt and
 * client.key (0600) into `folder`, and the SHA-256 of the certificates into the fingerprints. */
bool tls_files_make(const char *folder, char fingerprint[TLS_FINGERPRINT],
                    char client_fingerprint[TLS_FINGERPRINT]);
/* Removes them with the folder; false: something else is in it. */
bool tls_files_remove(const char *folder);

#endif
