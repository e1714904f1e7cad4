/* Any text as a log of a channel: it proves nothing that it should not, and changes nothing. What
 * is proven must have a reason for nothing, and a record that reads the same when it is written
 * again. */
#include <stdlib.h>
#include <string.h>

#include "bot/table/setup.h"
#include "engine/proof/proof.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct proof proof;
    char again[SETUP_TEXT];
    char *text = size <= 60000 ? malloc(size + 1) : NULL;
    if (text == NULL)
        return 0;
    memcpy(text, data, size);
    proof_run(text, size, &proof);
    check((proof.verdict == PROOF_PROVEN) == (proof.why == NULL));
    if (proof.verdict == PROOF_PROVEN) {
        check(setup_write(&proof.setup, again, sizeof(again)) &&
              strcmp(again, proof.record.text) == 0);
    }
    free(text);
    return 0;
}
