/* Any text as what a channel saw: it proves nothing that it should not, and changes nothing. What
 * is proven must be a reveal that reads the same when it is written again. */
#include <stdlib.h>
#include <string.h>

#include "bot/cli/transcript.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static void check_tokens(const struct transcript *transcript)
{
    for (unsigned i = 0; i < transcript->token_count; i++) {
        const struct transcript_token *token = &transcript->tokens[i];
        check(token->line < transcript->line_count && token->length > 0);
        check(token->value > transcript->lines[token->line] &&
              token->length <= strlen(token->value));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct transcript_proof proof;
    static const uint8_t commitment[FAIR_SIZE] = {0x5a};
    struct transcript transcript;
    char again[SETUP_TEXT];
    if (size > 60000 || !transcript_read(&transcript, (const char *)data, size))
        return 0;
    check_tokens(&transcript);
    for (unsigned given = 0; given < 2; given++) {
        transcript_prove(&transcript, given != 0 ? commitment : NULL, &proof);
        check(proof.verdict == TRANSCRIPT_PROVEN || proof.why[0] != '\0');
        if (proof.verdict == TRANSCRIPT_PROVEN) {
            check(proof.bound && proof.bond < proof.shuffle);
            check(setup_write(&proof.setup, again, sizeof(again)) &&
                  strcmp(again, proof.text) == 0);
        }
        transcript_proof_finish(&proof);
    }
    transcript_finish(&transcript);
    return 0;
}
