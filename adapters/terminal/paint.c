#include "paint.h"

enum { FELT = 234, CUBE = 16, GREYS = 232 };

/* The first paints, one by one. */
static const struct colours single[PAINT_FACE] = {
    [PAINT_TEXT] = {255, FELT, 7, 0, 0, 0},
    [PAINT_QUIET] = {249, FELT, 7, 0, 0, 0},
    [PAINT_STRONG] = {231, FELT, 7, 0, PAINT_BOLD, PAINT_BOLD},
    [PAINT_TURN] = {16, 230, 0, 7, 0, PAINT_REVERSE | PAINT_BOLD},
    [PAINT_GOLD] = {221, FELT, 3, 0, PAINT_BOLD, PAINT_BOLD},
    [PAINT_BACK] = {114, 22, 2, 0, 0, 0},
    [PAINT_PAPER] = {16, 255, 0, 7, 0, PAINT_BOLD},
    [PAINT_PAPER_DIM] = {16, 247, 0, 7, PAINT_DIM, PAINT_DIM},
};

/* By the colour of a card: wild, red, green, blue, yellow, purple, orange. */
static const struct colours tinted[][PAINT_TINTS] = {
    [0 /* PAINT_FACE */] = {{255, 240, 7, 0, PAINT_BOLD, PAINT_REVERSE},
                            {255, 124, 7, 1, PAINT_BOLD, PAINT_REVERSE},
                            {16, 71, 0, 2, 0, PAINT_REVERSE},
                            {255, 26, 7, 4, PAINT_BOLD, PAINT_REVERSE},
                            {16, 220, 0, 3, 0, PAINT_REVERSE},
                            {255, 97, 7, 5, PAINT_BOLD, PAINT_REVERSE},
                            {16, 208, 0, 3, 0, PAINT_REVERSE}},
    [1 /* PAINT_FACE_DIM */] = {{252, 238, 7, 0, PAINT_DIM, PAINT_DIM | PAINT_REVERSE},
                                {252, 88, 7, 1, PAINT_DIM, PAINT_DIM | PAINT_REVERSE},
                                {16, 65, 0, 2, PAINT_DIM, PAINT_DIM | PAINT_REVERSE},
                                {252, 24, 7, 4, PAINT_DIM, PAINT_DIM | PAINT_REVERSE},
                                {16, 178, 0, 3, PAINT_DIM, PAINT_DIM | PAINT_REVERSE},
                                {252, 60, 7, 5, PAINT_DIM, PAINT_DIM | PAINT_REVERSE},
                                {16, 172, 0, 3, PAINT_DIM, PAINT_DIM | PAINT_REVERSE}},
    [2 /* PAINT_LINE */] = {{250, FELT, 7, 0, 0, 0},
                            {203, FELT, 1, 0, PAINT_BOLD, 0},
                            {77, FELT, 2, 0, PAINT_BOLD, 0},
                            {75, FELT, 4, 0, PAINT_BOLD, 0},
                            {220, FELT, 3, 0, PAINT_BOLD, 0},
                            {141, FELT, 5, 0, PAINT_BOLD, 0},
                            {208, FELT, 3, 0, 0, 0}},
    [3 /* PAINT_LINE_DIM */] = {{242, FELT, 7, 0, PAINT_DIM, PAINT_DIM},
                                {131, FELT, 1, 0, 0, PAINT_DIM},
                                {65, FELT, 2, 0, 0, PAINT_DIM},
                                {67, FELT, 4, 0, 0, PAINT_DIM},
                                {136, FELT, 3, 0, 0, PAINT_DIM},
                                {97, FELT, 5, 0, 0, PAINT_DIM},
                                {130, FELT, 3, 0, 0, PAINT_DIM}},
    [4 /* PAINT_RING */] = {{240, FELT, 7, 0, PAINT_DIM, PAINT_DIM},
                            {124, FELT, 1, 0, 0, PAINT_DIM},
                            {28, FELT, 2, 0, 0, PAINT_DIM},
                            {26, FELT, 4, 0, 0, PAINT_DIM},
                            {136, FELT, 3, 0, 0, PAINT_DIM},
                            {60, FELT, 5, 0, 0, PAINT_DIM},
                            {130, FELT, 3, 0, 0, PAINT_DIM}},
};

const struct colours *paint_colours(enum paint paint)
{
    if (paint < PAINT_FACE)
        return &single[paint];
    unsigned at = (unsigned)paint - PAINT_FACE;
    return paint < PAINTS ? &tinted[at / PAINT_TINTS][at % PAINT_TINTS] : &single[PAINT_TEXT];
}

unsigned paint_rgb(unsigned colour)
{
    static const unsigned basic[CUBE] = {0x000000, 0x800000, 0x008000, 0x808000, 0x000080, 0x800080,
                                         0x008080, 0xc0c0c0, 0x808080, 0xff0000, 0x00ff00, 0xffff00,
                                         0x0000ff, 0xff00ff, 0x00ffff, 0xffffff};
    static const unsigned levels[] = {0, 95, 135, 175, 215, 255};
    if (colour < CUBE)
        return basic[colour];
    if (colour >= GREYS)
        return (8 + (colour - GREYS) * 10) * 0x010101U;
    unsigned at = colour - CUBE;
    return levels[at / 36] << 16 | levels[at / 6 % 6] << 8 | levels[at % 6];
}
