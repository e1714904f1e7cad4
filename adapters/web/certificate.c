#include "certificate.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { EVERY = 60000 /* ms */, SOON = 1000 /* ms until a pair that does not fit is read again */ };

/* Which files lie there: the certificate's and the key's. */
struct file_marks {
    struct {
        dev_t device;
        ino_t file;
        off_t size;
        struct timespec changed;
    } of[2];
};

/* One look at the files. Lives until it is back on the loop, even if its owner does not. */
struct glance {
    struct work work;                /* first member, so that a cast finds this struct */
    struct certificate *certificate; /* NULL: destroyed meanwhile */
    const char *cert, *key;
    struct file_marks before, mark;
    SSL_CTX *read;     /* a new pair; NULL: there is none */
    const char *wrong; /* what certificate_read() found wrong; NULL: nothing, or the files are
                        * unchanged */
};

struct certificate {
    struct timer timer; /* first member, so that a cast finds this struct */
    struct certificate_setup setup;
    SSL_CTX *server;
    struct glance *glance;     /* NULL: none runs */
    bool again;                /* somebody asked for a look while one ran */
    struct file_marks known;   /* files that were used, or refused for good */
    struct file_marks doubted; /* files that did not fit once */
};

/* -- reading, on any thread -- */

SSL_CTX *certificate_read(const char *cert, const char *key, const char **wrong)
{
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (context == NULL) {
        *wrong = "tls_cert: out of memory";
    } else if (SSL_CTX_use_certificate_chain_file(context, cert) != 1) {
        *wrong = "tls_cert: must hold a certificate in PEM";
    } else if (SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1 ||
               SSL_CTX_check_private_key(context) != 1) {
        *wrong = "tls_key: must be the key of tls_cert";
    } else {
        return context;
    }
    SSL_CTX_free(context);
    return NULL;
}

static struct file_marks mark_files(const char *cert, const char *key)
{
    const char *paths[] = {cert, key};
    struct file_marks mark;
    memset(&mark, 0, sizeof(mark)); /* padding, too: marks are compared byte by byte */
    for (unsigned i = 0; i < 2; i++) {
        struct stat found;
        if (stat(paths[i], &found) != 0)
            continue;
        mark.of[i].device = found.st_dev;
        mark.of[i].file = found.st_ino;
        mark.of[i].size = found.st_size;
        mark.of[i].changed = found.st_mtim;
    }
    return mark;
}

static bool is_same(const struct file_marks *one, const struct file_marks *other)
{
    return memcmp(one, other, sizeof(*one)) == 0;
}

static void read_files(struct work *work)
{
    struct glance *glance = (struct glance *)work;
    glance->mark = mark_files(glance->cert, glance->key);
    if (!is_same(&glance->mark, &glance->before))
        glance->read = certificate_read(glance->cert, glance->key, &glance->wrong);
}

/* -- on the loop -- */

/* Replaces certificate, chain and key together. Connections have their own copies. */
static bool use_pair(SSL_CTX *server, SSL_CTX *read)
{
    STACK_OF(X509) *chain = NULL;
    return SSL_CTX_get0_chain_certs(read, &chain) == 1 &&
           SSL_CTX_use_cert_and_key(server, SSL_CTX_get0_certificate(read),
                                    SSL_CTX_get0_privatekey(read), chain, 1) == 1;
}

static void take_glance(struct certificate *certificate, const struct glance *glance)
{
    const struct log *log = certificate->setup.log;
    bool doubted = is_same(&glance->mark, &certificate->doubted);
    if (is_same(&glance->mark, &glance->before))
        return;
    if (glance->read != NULL && certificate->server != NULL &&
        use_pair(certificate->server, glance->read)) {
        certificate->known = glance->mark;
        log_info(log, "the certificate was renewed, new connections get it");
    } else if (!doubted) {
        certificate->doubted = glance->mark;
        timer_set(&certificate->timer, SOON);
    } else {
        certificate->known = glance->mark;
        log_error(log, "the renewed certificate cannot be used, the old one stays: %s",
                  glance->wrong != NULL ? glance->wrong : "tls_cert: OpenSSL refuses it");
    }
}

static void on_read(struct work *work)
{
    struct glance *glance = (struct glance *)work;
    struct certificate *certificate = glance->certificate;
    if (certificate != NULL) {
        certificate->glance = NULL;
        take_glance(certificate, glance);
    }
    SSL_CTX_free(glance->read);
    free(glance);
    if (certificate != NULL && certificate->again)
        certificate_look(certificate);
}

void certificate_look(struct certificate *certificate)
{
    if (certificate == NULL)
        return;
    certificate->again = certificate->glance != NULL;
    struct glance *glance = certificate->again ? NULL : calloc(1, sizeof(*glance));
    if (glance == NULL)
        return;
    glance->certificate = certificate;
    glance->cert = certificate->setup.cert;
    glance->key = certificate->setup.key;
    glance->before = certificate->known;
    certificate->glance = glance;
    loop_work(certificate->setup.loop, &glance->work, read_files, on_read);
}

bool certificate_busy(const struct certificate *certificate)
{
    return certificate->glance != NULL;
}

static void on_timer(struct timer *timer)
{
    timer_set(timer, EVERY);
    certificate_look((struct certificate *)timer);
}

struct certificate *certificate_create(const struct certificate_setup *setup)
{
    struct certificate *certificate = calloc(1, sizeof(*certificate));
    if (certificate == NULL)
        return NULL;
    certificate->setup = *setup;
    certificate->known = mark_files(setup->cert, setup->key);
    timer_init(setup->loop, &certificate->timer, on_timer);
    timer_set(&certificate->timer, EVERY);
    return certificate;
}

void certificate_serve(struct certificate *certificate, SSL_CTX *server)
{
    certificate->server = server;
}

static void free_certificate(struct timer *timer)
{
    free((struct certificate *)timer);
}

void certificate_destroy(struct certificate *certificate)
{
    if (certificate == NULL)
        return;
    if (certificate->glance != NULL)
        certificate->glance->certificate = NULL;
    timer_finish(&certificate->timer, free_certificate);
}
