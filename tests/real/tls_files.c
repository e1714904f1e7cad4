#include "tls_files.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include "base/array.h"

static FILE *open_in(const char *folder, const char *name)
{
    char path[PATH_MAX];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return fopen(path, "w");
}

static bool write_certificate(const char *folder, const char *name, X509 *certificate)
{
    FILE *file = open_in(folder, name);
    if (!file)
        return false;
    bool good = PEM_write_X509(file, certificate);
    return fclose(file) == 0 && good;
}

static bool write_key(const char *folder, const char *name, EVP_PKEY *key)
{
    FILE *file = open_in(folder, name);
    if (!file)
        return false;
    bool good = fchmod(fileno(file), 0600) == 0 &&
                PEM_write_PrivateKey(file, key, NULL, NULL, 0, NULL, NULL);
    return fclose(file) == 0 && good;
}

/* RFC 7919's group: a server that would compute its own parameters takes seconds to start. */
static bool write_dh(const char *folder)
{
    static char group[] = "ffdhe2048";
    EVP_PKEY *parameters = NULL;
    OSSL_PARAM options[] = {OSSL_PARAM_utf8_string("group", group, sizeof(group) - 1),
                            OSSL_PARAM_END};
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "DH", NULL);
    bool good = context && EVP_PKEY_paramgen_init(context) > 0 &&
                EVP_PKEY_CTX_set_params(context, options) > 0 &&
                EVP_PKEY_generate(context, &parameters) > 0;
    char path[PATH_MAX];
    snprintf(path, sizeof(path), "%s/dh.pem", folder);
    BIO *file = good ? BIO_new_file(path, "w") : NULL;
    good = file && PEM_write_bio_Parameters(file, parameters);
    BIO_free(file);
    EVP_PKEY_free(parameters);
    EVP_PKEY_CTX_free(context);
    return good;
}

static bool add_extension(X509 *certificate, X509 *issuer, int nid, const char *value)
{
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, nid, value);
    bool good = extension && X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return good;
}

/* A certificate of `key` in `name`, signed by `issuer` (NULL: itself) with `issuer_key`. */
static X509 *certify(const char *name, long serial, EVP_PKEY *key, X509 *issuer,
                     EVP_PKEY *issuer_key)
{
    X509 *certificate = X509_new();
    if (!certificate)
        return NULL;
    X509_NAME *subject = X509_get_subject_name(certificate);
    bool good =
        X509_set_version(certificate, 2) &&
        ASN1_INTEGER_set(X509_get_serialNumber(certificate), serial) &&
        X509_gmtime_adj(X509_getm_notBefore(certificate), -3600) &&
        X509_gmtime_adj(X509_getm_notAfter(certificate), 30L * 24 * 3600) &&
        X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, (const unsigned char *)name, -1,
                                   -1, 0) &&
        X509_set_issuer_name(certificate, issuer ? X509_get_subject_name(issuer) : subject) &&
        X509_set_pubkey(certificate, key);
    if (issuer) {
        good = good &&
               add_extension(certificate, issuer, NID_subject_alt_name,
                             "DNS:localhost,IP:127.0.0.1") &&
               add_extension(certificate, issuer, NID_basic_constraints, "CA:FALSE");
    } else {
        good = good &&
               add_extension(certificate, certificate, NID_basic_constraints, "critical,CA:TRUE");
    }
    if (good && X509_sign(certificate, issuer_key, EVP_sha256()))
        return certificate;
    X509_free(certificate);
    return NULL;
}

static bool print_digest(const X509 *certificate, char fingerprint[TLS_FINGERPRINT])
{
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned length = 0;
    if (!X509_digest(certificate, EVP_sha256(), digest, &length) || length != 32)
        return false;
    for (unsigned i = 0; i < length; i++)
        snprintf(fingerprint + (size_t)i * 2, 3, "%02x", digest[i]);
    return true;
}

bool tls_files_make(const char *folder, char fingerprint[TLS_FINGERPRINT],
                    char client_fingerprint[TLS_FINGERPRINT])
{
    EVP_PKEY *ca_key = EVP_EC_gen("P-256");
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *ca = ca_key ? certify("Talon test CA", 1, ca_key, NULL, ca_key) : NULL;
    EVP_PKEY *client_key = EVP_EC_gen("P-256");
    X509 *server = ca && key ? certify("localhost", 2, key, ca, ca_key) : NULL;
    X509 *client = ca && client_key ? certify("Talon", 3, client_key, ca, ca_key) : NULL;
    bool good =
        server && write_certificate(folder, "ca.crt", ca) &&
        write_certificate(folder, "server.crt", server) && write_key(folder, "server.key", key) &&
        write_dh(folder) && print_digest(server, fingerprint) && client &&
        write_certificate(folder, "client.crt", client) &&
        write_key(folder, "client.key", client_key) && print_digest(client, client_fingerprint);
    X509_free(client);
    EVP_PKEY_free(client_key);
    X509_free(server);
    X509_free(ca);
    EVP_PKEY_free(key);
    EVP_PKEY_free(ca_key);
    return good;
}

bool tls_files_remove(const char *folder)
{
    static const char *const names[] = {"ca.crt", "server.crt", "server.key",
                                        "dh.pem", "client.crt", "client.key"};
    for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
        unlink(path);
    }
    return rmdir(folder) == 0;
}
