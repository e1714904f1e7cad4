/* A proof (page.h). A module of its own has it, because it knows the sentences of every language.
 */
#include "engine/array_size.h"
#include "engine/proof/proof.h"
#include "page.h"
#include "page_put.h"

static uint8_t log_bytes[PAGE_LOG + 1]; /* and the byte behind them */

uint8_t *page_log(void)
{
    return log_bytes;
}

unsigned page_prove(unsigned length)
{
    static struct proof proof;
    put_nothing();
    if (length > PAGE_LOG)
        return 0;
    proof_run((char *)log_bytes, length, &proof);
    const unsigned numbers[] = {proof.line,      proof.record.shuffle, proof.bond_line,
                                proof.deal_line, proof.seen,           proof.card_count};
    put_byte(proof.verdict);
    for (unsigned i = 0; i < ARRAY_SIZE(numbers); i++) {
        put_two(numbers[i]);
        put_two(numbers[i] >> 16);
    }
    return put_text(proof.why != NULL ? proof.why : "");
}
