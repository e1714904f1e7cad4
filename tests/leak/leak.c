#include "leak.h"

#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/evp.h>

#include "base/array.h"

enum {
    NEIGHBOURS = 4, /* cards in a row that no line has by chance */
    HANDS = 2048,   /* the newest are searched for */
    SECRET = 1024,  /* bytes of one */
    LINE = 16384,
    HAND = 512, /* bytes of its cards, without what is around them */
    CARDS = 128
};

struct secret {
    struct secret *next;
    char text[];
};

struct hand {
    char cards[HAND];           /* one behind the other: "R5B3W+4" */
    unsigned short from[CARDS]; /* where each begins */
    unsigned count;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* guards all of these */
static struct secret *secrets;
static struct hand *hands; /* a ring */
static unsigned heard;
static char logged[LEAK_TEXT];

/* -- secrets -- */

static void keep(const char *text, size_t length)
{
    const struct secret *same = secrets;
    while (same != NULL && (strlen(same->text) != length || memcmp(same->text, text, length) != 0))
        same = same->next;
    struct secret *secret = same == NULL ? malloc(sizeof(*secret) + length + 1) : NULL;
    if (secret == NULL)
        return;
    memcpy(secret->text, text, length);
    secret->text[length] = '\0';
    secret->next = secrets;
    secrets = secret;
}

/* As a part of something longer it may begin at any of the three bytes of a group; the letters that
 * depend on its neighbours, too, are left away. */
static void keep_encoded(const char *text, size_t length)
{
    unsigned char bytes[SECRET + 2] = {0};
    unsigned char encoded[2 * SECRET];
    for (size_t before = 0; before < 3 && length >= 6; before++) {
        memcpy(bytes + before, text, length);
        size_t whole = (before + length) / 3 * 3;
        size_t first = before > 0 ? before + 1 : 0;
        EVP_EncodeBlock(encoded, bytes, (int)whole);
        keep((const char *)encoded + first, whole / 3 * 4 - first);
    }
}

void leak_keep(const char *secret)
{
    size_t length = strlen(secret);
    if (length < 4 || length > SECRET)
        return;
    pthread_mutex_lock(&mutex);
    keep(secret, length);
    keep_encoded(secret, length);
    pthread_mutex_unlock(&mutex);
}

void leak_keep_file(const char *path)
{
    char text[SECRET] = "";
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return;
    while (fgets(text, sizeof(text), file) != NULL) { /* of a key in PEM each line is one */
        text[strcspn(text, "\r\n")] = '\0';
        if (strncmp(text, "-----", 5) != 0)
            leak_keep(text);
    }
    fclose(file);
}

/* The file that a line "KEY_file = NAME" names; database_password has no "_file". */
static void keep_named(const char *folder, int length, const char *line)
{
    static const char *const ends[] = {"_file = ", "_key = ", "_password = "};
    char path[2 * SECRET];
    for (unsigned i = 0; i < ARRAY_SIZE(ends); i++) {
        const char *name = strstr(line, ends[i]);
        if (name == NULL)
            continue;
        name += strlen(ends[i]);
        snprintf(path, sizeof(path), "%.*s%s", *name == '/' ? 0 : length, folder, name);
        leak_keep_file(path);
    }
}

void leak_keep_configured(const char *config)
{
    char line[SECRET];
    const char *slash = strrchr(config, '/');
    int folder = slash != NULL ? (int)(slash + 1 - config) : 0;
    FILE *file = fopen(config, "r");
    while (file != NULL && fgets(line, sizeof(line), file) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        keep_named(config, folder, line);
    }
    if (file != NULL)
        fclose(file);
}

/* -- hands -- */

/* How long the code of a colour is that stands here, as mIRC has it or as a log writes it
 * ("\x0304,01"), or another such code; 0: none does. */
static size_t skip_colour(const char *text)
{
    size_t length = 0;
    if (text[0] == '\003')
        length = 1;
    else if (strncmp(text, "\\x", 2) == 0 && isxdigit((unsigned char)text[2]))
        length = 4;
    bool colour = length == 1 || strncmp(text, "\\x03", 4) == 0;
    return length + (colour ? strspn(text + length, "0123456789,") : 0);
}

/* Letters, digits and signs of cards alone. */
static void bare(const char *text, size_t length, char *out, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < length && used + 1 < size;) {
        size_t code = skip_colour(text + i);
        if (code == 0 && (isalnum((unsigned char)text[i]) || text[i] == '+'))
            out[used++] = (char)toupper((unsigned char)text[i]);
        i += code > 0 ? code : 1;
    }
    out[used] = '\0';
}

/* The end of a card "[R 5]"; NULL: here stands none. */
static const char *card_end(const char *text)
{
    const char *end = text[0] == '[' ? strchr(text, ']') : NULL;
    return end != NULL && end - text < 60 ? end : NULL;
}

/* Where the next card of the same row begins, behind blanks, marks and colours; NULL: it ends. */
static const char *next_card(const char *text)
{
    while (*text != '\0' && *text != '[') {
        size_t code = skip_colour(text);
        if (code == 0 && (isalnum((unsigned char)*text) || *text == '(' || *text == '.'))
            return NULL;
        text += code > 0 ? code : 1;
    }
    return *text == '[' ? text : NULL;
}

/* The row of cards that begins here; returns where it ends. */
static const char *read_row(const char *text, struct hand *hand)
{
    const char *end = text + 1;
    const char *last = NULL;
    size_t used = 0;
    *hand = (struct hand){.count = 0};
    while (text != NULL && (last = card_end(text)) != NULL && hand->count < CARDS &&
           used + 64 < sizeof(hand->cards)) {
        hand->from[hand->count++] = (unsigned short)used;
        bare(text + 1, (size_t)(last - text - 1), hand->cards + used, sizeof(hand->cards) - used);
        used += strlen(hand->cards + used);
        end = last + 1;
        text = next_card(end);
    }
    return end;
}

static void keep_hands(const char *text)
{
    if (hands == NULL)
        hands = calloc(HANDS, sizeof(*hands));
    const char *at = strchr(text, '[');
    while (hands != NULL && at != NULL) {
        struct hand *hand = &hands[heard % HANDS];
        at = strchr(read_row(at, hand), '[');
        heard += hand->count >= NEIGHBOURS;
    }
}

/* -- codes -- */

static void keep_codes(const char *text)
{
    static const char *const before[] = {"seat ", "link ", "word is "};
    enum { CODE = 8 };
    for (unsigned i = 0; i < ARRAY_SIZE(before); i++) {
        for (const char *at = text; (at = strstr(at, before[i])) != NULL;) {
            at += strlen(before[i]);
            const char *dash = at + strcspn(at, " -"); /* "link NAME-CODE" */
            at = i == 1 && *dash == '-' ? dash + 1 : at;
            if (strspn(at, "abcdefghijkmnpqrstuvwxyz23456789") == CODE)
                keep(at, CODE);
        }
    }
}

/* What stands in links to seats ("/seat#t=TOKEN"), and in cookies of those who opened one. */
static void keep_tokens(const char *text)
{
    static const char *const before[] = {"#t=", "#i=", "talon-seat="};
    enum { TOKEN = 32 };
    for (unsigned i = 0; i < ARRAY_SIZE(before); i++) {
        for (const char *at = text; (at = strstr(at, before[i])) != NULL;) {
            at += strlen(before[i]);
            const char *dash = at + strcspn(at, " -"); /* "link NAME-CODE" */
            at = i == 1 && *dash == '-' ? dash + 1 : at;
            if (strspn(at, "0123456789abcdef") == TOKEN)
                keep(at, TOKEN);
        }
    }
}

void leak_whispered(const char *text)
{
    pthread_mutex_lock(&mutex);
    keep_hands(text);
    keep_codes(text);
    keep_tokens(text);
    pthread_mutex_unlock(&mutex);
}

void leak_heard(const char *line)
{
    static const char *const kinds[] = {" PRIVMSG ", " NOTICE "};
    const char *command = *line == ':' ? strchr(line, ' ') : NULL;
    for (unsigned i = 0; command != NULL && i < ARRAY_SIZE(kinds); i++) {
        size_t length = strlen(kinds[i]);
        if (strncmp(command, kinds[i], length) == 0 && strchr("#&+!", command[length]) == NULL)
            leak_whispered(command + length);
    }
}

/* -- searching -- */

static bool has_cards(const char *line, const struct hand *hand)
{
    for (unsigned i = 0; i + NEIGHBOURS <= hand->count; i++) {
        char row[HAND];
        size_t end =
            i + NEIGHBOURS < hand->count ? hand->from[i + NEIGHBOURS] : strlen(hand->cards);
        snprintf(row, sizeof(row), "%.*s", (int)(end - hand->from[i]), hand->cards + hand->from[i]);
        if (strstr(line, row) != NULL)
            return true;
    }
    return false;
}

static bool holds(const char *line)
{
    char cards[LINE];
    for (const struct secret *secret = secrets; secret != NULL; secret = secret->next) {
        if (strstr(line, secret->text) != NULL)
            return true;
    }
    bare(line, strlen(line), cards, sizeof(cards));
    for (unsigned i = 0; i < HANDS && i < heard; i++) {
        if (has_cards(cards, &hands[i]))
            return true;
    }
    return false;
}

static bool search(const char *text, char found[LEAK_TEXT])
{
    char line[LINE];
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        snprintf(line, sizeof(line), "%.*s", (int)length, text);
        if (holds(line)) {
            snprintf(found, LEAK_TEXT, "%.*s", LEAK_TEXT - 1, line);
            return true;
        }
        text += length + (text[length] != '\0');
    }
    return false;
}

bool leak_in(const char *text, char found[LEAK_TEXT])
{
    pthread_mutex_lock(&mutex);
    bool any = search(text, found);
    pthread_mutex_unlock(&mutex);
    return any;
}

bool leak_in_file(const char *path, char found[LEAK_TEXT])
{
    char *line = malloc(LINE);
    FILE *file = line != NULL ? fopen(path, "r") : NULL;
    bool any = false;
    while (file != NULL && !any && fgets(line, LINE, file) != NULL)
        any = leak_in(line, found);
    if (file != NULL)
        fclose(file);
    free(line);
    return any;
}

void leak_forget(void)
{
    pthread_mutex_lock(&mutex);
    while (secrets != NULL) {
        struct secret *next = secrets->next;
        free(secrets);
        secrets = next;
    }
    free(hands);
    hands = NULL;
    heard = 0;
    logged[0] = '\0';
    pthread_mutex_unlock(&mutex);
}

void leak_note(const char *record)
{
    pthread_mutex_lock(&mutex);
    if (logged[0] == '\0')
        (void)search(record, logged);
    pthread_mutex_unlock(&mutex);
}

const char *leak_logged(void)
{
    return logged[0] != '\0' ? logged : NULL;
}
