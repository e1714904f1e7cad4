#!/usr/bin/env python3
"""verify.py FILE: proves a round again from what a channel saw, by docs/fair.md alone.

FILE is a log of a channel, from the line that opens the table on, with the lines of !fair (s1=..., t1.1/1=..., m1.1/1=...).
The last round that is told in it is checked as docs/fair.md says. Its hands, the cards turned up and the draw pile are
printed; where FILE has such lines as well (as `talon verify --transcript` prints them), they must be the same. Exit
status 0: proven; 1: not, with the reason; 2: no round is told in it. Written apart from the program; shares no code with
it. The sentences in other languages are read from the message catalogues. The moves are not played again here."""
import base64
import hashlib
import itertools
import math
import pathlib
import re
import sys

SETS = {  # colours, special wild, and whether the sheet is one with high_card, apply and so on
    "classic": ("BGRY", None, False), "hyper": ("BGRY", "WH", False),
    "skull": ("BRGP", "WS", True), "web": ("BGRY", "WW", False),
    "minion": ("BGOY", "WM", True), "flex": ("BGRY", None, False)}
SWITCHES = """dealer first_discard first_wd4 first_special wd4_match wd4_guilty_keeps_turn last_card_draw
    uno_window score target hand_size round_limit hyper_stacks webswing_reveal skull_proclamation minion_skips flex_match
    flex_wd4_challenge stack deflect jump_in seven_zero draw_until_playable force_play no_bluff no_challenge
    uno_penalty false_uno auto_uno no_finish draw_keeps_turn multi_play mercy play_to_last two_player_reverse
    blocked_round teams two_decks""".split()

def need(holds, why):
    if not holds:
        raise ValueError(why)

def flex_deck():
    deck = [c + str(n) + ("^" if n in (1, 5) else "") for c in "RGBY" for n in range(1, 9)]
    sides = {"R": "YBYGGYBG", "G": "BYBRRBYR", "B": "GRGYYGRY", "Y": "RGRBBRGB"}
    deck += [f"{c}{n + 1}|{sides[c][n]}" for c in "RGBY" for n in range(8)]
    deck += [c + symbol for symbol in ("skip", "rev", "+2") for c in "RGBY"]
    for symbol, other in (("skip", "GRYB"), ("rev", "YBGR"), ("+2", "BYRG")):
        deck += [f"{c}{symbol}|{o}" for c, o in zip("RGBY", other)]
    return deck + [w for w in ("WT2", "WA2", "WF4", "WAF") for _ in range(4)]

def deck_of(name):
    colours, special, _ = SETS[name]
    if name == "flex":
        return flex_deck()
    deck = []
    for c in colours:
        deck += [c + "0"] + [c + str(n) for n in range(1, 10) for _ in range(2)]
        deck += [c + symbol for symbol in ("+2", "rev", "skip") for _ in range(2)]
    return deck + [w for w in ("W", "W4", special) if w for _ in range(4)]

class Chance:
    """The ChaCha20 key stream of a seed (RFC 8439; nonce 0, from block 0) as 32-bit words."""

    def __init__(self, seed):
        self.key = [int.from_bytes(seed[i:i + 4], "little") for i in range(0, 32, 4)]
        self.words, self.block = [], 0

    def word(self):
        if not self.words:
            first = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, *self.key, self.block, 0, 0, 0]
            x = list(first)
            for step in range(80):  # ten times the columns, then the diagonals
                i, lean = step % 4, step // 4 % 2
                a, b, c, d = (4 * n + (i + n * lean) % 4 for n in range(4))
                for p, q, r, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                    x[p] = (x[p] + x[q]) & 0xffffffff
                    v = x[r] ^ x[p]
                    x[r] = (v << turn | v >> (32 - turn)) & 0xffffffff
            self.words = [(a + b) & 0xffffffff for a, b in zip(x, first)]
            self.block += 1
        return self.words.pop(0)

    def below(self, *sizes):
        """Picks for several sizes out of one word, without bias."""
        while True:
            rest, picks = self.word(), []
            for n in sizes:
                picks, rest = [*picks, rest * n >> 32], rest * n & 0xffffffff
            if rest >= (1 << 32) % math.prod(sizes):
                return picks

    def shuffle(self, pile):
        left = len(pile)
        while left >= 3:
            for i, pick in enumerate(self.below(left, left - 1, left - 2)):
                pile[pick], pile[left - 1 - i] = pile[left - 1 - i], pile[pick]
            left -= 3
        if left == 2:
            pick = self.below(2)[0]
            pile[pick], pile[1] = pile[1], pile[pick]

def deal(name, switches, players, dealer, chance):
    other = SETS[name][2]
    rule = {"dealer": "high_card" if other else "chosen", "hand_size": "7",
            "first_discard": "apply" if other else "ignore_non_number",
            "first_wd4": "return_and_redraw" if other else "ignored",
            "first_special": "left_names_colour" if other else "ignored", **switches}
    deck = deck_of(name)
    if rule.get("two_decks") == "on" and players > (8 if name == "flex" else 10):  # HR-21
        deck = [card for card in deck for _ in range(2)]
    if dealer is None and rule["dealer"] == "high_card":
        pile, tied = list(deck), list(range(players))
        chance.shuffle(pile)
        while len(tied) > 1:
            if len(pile) < len(tied):
                pile = list(deck)
                chance.shuffle(pile)
            drawn = [pile.pop() for _ in tied]
            value = [int(c[1]) if c[0] != "W" and c[1].isdigit() else 0 for c in drawn]
            tied = [seat for seat, v in zip(tied, value) if v == max(value)]
        dealer = tied[0]
    elif dealer is None:
        dealer = chance.below(players)[0]
    pile, hands, turned = list(deck), [[] for _ in range(players)], []
    chance.shuffle(pile)
    for i in range(int(rule["hand_size"]) * players):
        hands[(dealer + 1 + i) % players].append(pile.pop())
    while pile:
        card = pile.pop()
        turned.append(card)
        symbol = card if card[0] == "W" else card[1:].split("|")[0].rstrip("^")
        if symbol in ("W4", "WF4") and rule["first_wd4"] == "return_and_redraw":
            pile.append(card)
            chance.shuffle(pile)
        elif symbol[0].isdigit() or (symbol in ("skip", "rev", "+2", "W")
                                     and rule["first_discard"] == "apply"):
            if symbol == "+2":
                hands[(dealer + 1) % players] += [pile.pop(), pile.pop()]
            break
        elif symbol not in ("skip", "rev", "+2", "W", "W4", "WF4") \
                and rule["first_special"] == "left_names_colour":
            break
    lines = [f"hand P{i + 1}: " + " ".join(sorted(h, key=deck.index)) for i, h in enumerate(hands)]
    return dealer, lines + ["turned: " + " ".join(turned), "pile: " + " ".join(reversed(pile))]

# -- the record --

def unescape(text):
    need(re.fullmatch(r"(?:[A-Za-z0-9_+-]|%[0-9A-F]{2})+", text), f"{text!r} is no value")
    value = bytes(int(p[1:], 16) if p[0] == "%" else ord(p) for p in re.findall("%..|.", text))
    again = "".join(chr(b) if re.match(rb"[A-Za-z0-9_+-]", bytes([b])) else f"%{b:02X}" for b in value)
    need(again == text and not re.search(rb"[\x00-\x1f\x7f]", value), f"{text!r} is not written as it must be")
    return value.decode("utf-8", "surrogateescape")

class Record:
    """The fields of a setup in their one order."""

    def __init__(self, text):
        number, value, seat = r"([1-9][0-9]*)", r"[^.,]+", r"(?:person\.[^.,]+|computer\.[^.,]+\.[a-z]+)"
        found = re.fullmatch(rf"talon3,set\.([a-z]+),rules\.{number}((?:,switch\.\w+\.{value})*),round\.{number},"
                             rf"dealer\.(-|P[1-9][0-9]*)((?:,{seat})+)((?:,cut\.{value}\.{value})*)", text)
        need(found and found[1] in SETS, "the setup cannot be read")
        self.set, self.round = found[1], int(found[4])
        names = re.findall(r",switch\.(\w+)\.", found[3])
        need(names == sorted(set(names), key=SWITCHES.index), "the switches are not in their order")
        self.switches = {n: unescape(v) for n, v in re.findall(rf",switch\.(\w+)\.({value})", found[3])}
        self.seats = [(unescape(n), level or None) for n, level in
                      re.findall(r",(?:person|computer)\.([^.,]+)(?:\.([a-z]+))?(?=,|$)", found[6])]
        self.cuts = [(unescape(n), unescape(w)) for n, w in re.findall(rf",cut\.({value})\.({value})", found[7])]
        self.dealer = None if found[5] == "-" else int(found[5][1:]) - 1
        need(len(self.seats) > 1 and (self.dealer is None or self.dealer < len(self.seats)), "the dealer has no seat")

TOKEN = re.compile(r"(?<![A-Za-z0-9%])([stm])(0|[1-9][0-9]{0,4})(?:\.([1-9][0-9]*)/([1-9][0-9]*))?=([A-Za-z0-9_+%.,-]+)")

def tokens(line):
    """(kind, number, part, parts, value) of each token of a line."""
    for kind, number, part, parts, value in TOKEN.findall(line):
        if (kind == "s") != bool(part):
            if kind == "s":
                value = re.match(r"[A-Za-z0-9_-]*", value)[0]
            yield kind, int(number), int(part or 0), int(parts or 0), value

def revealed(lines):
    """(number, secret, setup) of the last round that is told whole, or None."""
    found, secret, number, held = None, None, None, {}
    for kind, n, part, parts, value in (t for line in lines for t in tokens(line)):
        if kind == "s" and n > 0 and re.fullmatch("[0-9a-f]{64}", value):
            secret, number, held = bytes.fromhex(value), n, {}
        elif kind in "tm" and n == number:
            if part == 1:
                held[kind] = [parts]
            if held.get(kind, [0])[0] == parts and len(held[kind]) == part:
                held[kind].append(value)
            if kind == "m" and len(held[kind]) == parts + 1 and len(held.get("t", [0])) == held.get("t", [1])[0] + 1:
                found = number, secret, "".join(held["t"][1:])
    return found

def climb(secret, times):
    for _ in range(times):
        secret = hashlib.sha256(secret).digest()
    return secret

def bond_of(end):
    return base64.urlsafe_b64encode(end[:16]).decode().rstrip("=")

# -- the sentences --

def beside(path):
    """Files of the source tree, by a pattern. Where Talon is installed they lie beside this one."""
    here = pathlib.Path(__file__).resolve()
    tree = here.parents[2]
    found = sorted(tree.glob(path)) or sorted(here.parent.glob(pathlib.PurePath(path).name))
    return [file.read_text("utf-8") for file in found]

def plain(text):
    return text.replace("\u00a0", " ").replace("\u202f", " ")

def catalogue(po):
    """{English: what the language has for it, in every plural form} of all sentences."""
    words, part = {}, None
    for line in po.split("\n"):
        head = re.match(r'(msgid_plural|msgid|msgstr\[\d\]|msgstr) ?"(.*)"$', line)
        if head:
            if head[1] == "msgid":
                entry = {}
            part = head[1]
            entry[part] = head[2]
        elif line.startswith('"'):
            entry[part] += line[1:-1]
        elif part:
            forms = [plain(entry[key]) for key in sorted(entry) if key.startswith("msgstr")]
            words[entry["msgid"]] = forms[:1]
            if "msgid_plural" in entry:
                words[entry["msgid_plural"]] = forms[1:] or forms
            part = None
    return words

LANGUAGES = [catalogue(po) for po in beside("config/locale/talon-*.po")]

def sentences(english):
    """A sentence in all languages, English first."""
    return list(dict.fromkeys([plain(english)] + [text for words in LANGUAGES for text in words[english]]))

COUNT = itertools.count()

def pattern(english, **places):
    """A sentence in any language, as an expression; its places are named groups, with a number behind the name."""
    forms = []
    for text in sentences(english):
        n = next(COUNT)
        pieces = re.split(r"\{(\w+)\}", text)
        made = re.escape(pieces[0])
        for at, (name, words) in enumerate(zip(pieces[1::2], pieces[2::2])):
            group = f"?P<{name}{n}>" if name not in pieces[1:2 * at + 1:2] else "?:"
            made += f"({group}{places.get(name, '.*?')}){re.escape(words)}"
        forms.append(made)
    return "|".join(forms)

def heard(expression, text, whole=False):
    """{place: what stands there}, with "at" and "end"; None."""
    found = (re.fullmatch if whole else re.search)(expression, text)
    return found and {"at": found.start(), "end": found.end(),
                      **{name.rstrip("0123456789"): value for name, value in found.groupdict().items() if value is not None}}

N = r"[0-9]{1,5}"
OPENS = "^(?:" + pattern("{player} opens a table ({set}).") + ")"
ALONE = "^(?:" + pattern("A table for you alone ({set}).") + ")"
SITS = "^(?:" + pattern("{player} takes a seat.") + "|" + pattern(
    "{player} takes a seat and plays from the next round on.") + ")"
LEAVES = [pattern(s) for s in ("{player} leaves the table.",
                               "{player} leaves the table; the hand goes into the draw pile")]
RENAMED = "^(?:" + pattern("{old} plays as {player} now.") + ")"
CLOSED = [pattern(s) for s in (
    "The table is closed.", "Nobody came: the table is closed. {p}uno opens it again.",
    "The table that was here could not be read and is closed; the scores stand. {p}uno opens a new one.",
    "{yes} for, {no} against: the table is closed.", "The table is closed by whoever runs me.")]
CLOSES = pattern("{player} closes the table.", player=r"(?:(?![,.] ).)*?")
STOPPED = [pattern(s) for s in (
    "{player} ends the match.", "The match ends. {p}start deals a new one, {p}stop closes the table.",
    "{yes} for, {no} against: the match ends. {p}start deals a new one.", " {player} wins the match!")]
CHOOSES = "^(?:" + pattern("{player} chooses the rules of {set}.") + ")"
ROSTER = "^(?:" + "|".join(re.escape(t.split("{")[0]) for t in sentences("At the table: {seats}")) + ")"
COMPUTER = pattern(" (computer, {level})") 
AWAY = "(?:" + pattern(" (away)") + ")$"
CUTS = "^(?:" + pattern("{player} cuts for the next deal: {token}", token=r"c[0-9.]+=[A-Za-z0-9_+%.,-]+") + ")"
SHEET_WORDS = "Played by the sheet of {set}, but: {changes}."
LOST = "The running round could not be rebuilt and is void; the scores stand. "
SHEET = "|".join(re.escape(t.split("{")[0]) + rf"(?P<set{n}>[a-z]+)" + re.escape(re.split(r"\{\w+\}", t)[1])
                 for n, t in enumerate(sentences(SHEET_WORDS)))
DEALS = [pattern(s, player=".*", n=N) for s in ("{player} deals {n} card each", "{player} deals {n} cards each")]
WINS = [(pattern(f"{{player}} wins the round and {{n}} point{e}!", player=".*", n=N), "match" in e)
        for e in ("", "s", ", and so the match", "s, and so the match")] + [
    (pattern(f"{{player}} win the round and {{n}} point{e}!", player=".*", n=N), "match" in e)
    for e in (" each", "s each", " each, and so the match", "s each, and so the match")]
VOID = [pattern(s) for s in ("Nobody can play or draw: the round is void.", "The round has gone on too long and is void.",
                             "Only one player is left: the round ends without points.")] + [
    "|".join(re.escape(t.split(".")[0]) for t in sentences(LOST))]
LEVELS = {t: level for level in ("easy", "normal", "hard", "random") for t in sentences(level)}

VALUES = {  # names of values; of those that are not here: off and on, or a number
    "dealer": "chosen high_card", "first_discard": "ignore_non_number apply", "first_wd4": "ignored return_and_redraw",
    "first_special": "ignored left_names_colour", "wd4_match": "all_wilds wilds_except_wd4 none",
    "last_card_draw": "none draw2 wild_draw4 draw2,wild_draw4", "score": "single_round points_500 lowest_500",
    "webswing_reveal": "public actor_only", "skull_proclamation": "required auto off", "flex_match": "side_used any_side",
    "stack": "off same up any", "jump_in": "off exact", "force_play": "off drawn always",
    "no_finish": "off wild action_and_wild", "multi_play": "off same_number", "two_player_reverse": "skip literal",
    "blocked_round": "void lowest_hand", "uno_window": "begins played"}

def switch_words():
    """{(switch, value): English} of the program's table of switches in words; value None: a number."""
    source = beside("bot/text/switch_words.c")[0]
    source = re.sub(r'"\s*\n\s*"', "", source[source.index("words[SWITCH_COUNT]"):source.index("/* HR-9")])
    rows = {}
    for name, body in re.findall(r"\[SWITCH_(\w+)\]\s*=\s*\{(.*?)\},\n", source, re.S):
        for value, text in enumerate(re.findall(r'NULL|N_\("((?:[^"\\]|\\.)*)"\)', body)):
            if text:
                rows[name.lower(), value] = text
    return rows

WORDS = switch_words()

def said_by(language, english):
    """A text in one language; None: English."""
    return plain(english) if language is None else language[english][0]

def clause(name, value, language):
    """How a changed switch of the record is told."""
    if name == "uno_penalty" and value.startswith("progressive"):
        first, more = value.split(" ")[1].split(",")
        text = "a forgotten UNO costs {n} cards, and each further one {more} more"
    elif name in ("uno_penalty", "false_uno") and value.split(" ")[-1] != "0":
        first, more = value.split(" ")[-1], ""
        text = f"a {'forgotten' if name == 'uno_penalty' else 'false'} UNO costs {{n}} card{'s' if first != '1' else ''}"
    elif value.split(" ")[-1].isdigit():
        first, more = value.split(" ")[-1], ""
        text = WORDS[name, 1 if int(first) else 0]
    else:
        first, more = "", ""
        text = WORDS[name, VALUES.get(name, "off on").split(" ").index(value)]
    return said_by(language, text).replace("{n}", first).replace("{more}", more)

# -- the table, line by line --

class Table:
    def __init__(self):
        self.line, self.fault, self.bond, self.dealt, self.told = 0, None, None, 0, 0
        self.open, self.unknown, self.late, self.shown = False, False, False, False
        self.bond_line, self.deal_line, self.set, self.clear = 0, 0, None, None
        self.empty()

    def empty(self):
        self.seats, self.cuts, self.unknown, self.players = [], [], False, 0
        self.end_match()

    def spoil(self, why):
        self.fault = self.fault or f"line {self.line}: {why}"

    def find(self, name):
        return next((s for s in self.seats if s["name"] == name and not s["leaves"]), None)

    def before(self, text):
        """The seat whose name a text ends with."""
        seats = [s for s in self.seats if not s["leaves"] and (text == s["name"] or text.endswith(" " + s["name"]))]
        return max(seats, key=lambda s: len(s["name"]), default=None)

    def sit(self, name, level=None):
        if self.find(name) or not 0 < len(name.encode("utf-8", "surrogateescape")) < 40:
            self.spoil("somebody sits down who cannot")
        else:
            self.seats.append({"name": name, "level": level, "leaves": False})

    def remove(self, seat):
        at = self.seats.index(seat)
        self.seats.remove(seat)
        if at >= self.players:
            return
        self.players -= 1
        if self.dealer is not None:
            self.dealer -= self.dealer > at
            if self.dealer == self.players:
                self.dealer = 0

    def sweep(self):
        for seat in [s for s in reversed(self.seats) if s["leaves"]]:
            self.remove(seat)

    def end_match(self):
        self.round = False
        self.sweep()
        self.match, self.rounds, self.dealer = False, 0, None
        self.changes, self.sheet_open = "", None

    def goes_on(self):
        staying = [s for s in self.seats if not s["leaves"]]
        return len(staying) > 1 and any(s["level"] is None for s in staying)

    def leave(self, seat):
        if seat is None:
            return self.spoil("somebody leaves who did not sit there")
        self.cuts = [c for c in self.cuts if c["owner"] != seat["name"]]
        if self.round and self.seats.index(seat) < self.players:
            seat["leaves"] = True
        else:
            self.remove(seat)
        if self.match and not self.goes_on():
            self.end_match()

    def roster(self, text):
        names, came = [], 0
        for item in re.split(r", (?![^(]*\))", text):
            level = None
            item = re.sub(AWAY, "", item)
            found = heard("(?:" + COMPUTER + ")$", item)
            if found:
                level = LEVELS.get(found["level"]) or self.spoil("a level cannot be read")
                item = item[:found["at"]]
            if self.round:
                item = re.sub(r"^\u2192 ", "", item)
                item = re.sub(r" \([0-9]+\)$", "", re.sub("[\u2713\u2717]$", "", item))
            names.append(item)
            if self.find(item) is None and (level or self.unknown):
                self.sit(item, level)
                came += 1
            elif level and self.find(item):
                self.find(item)["level"] = level
        self.unknown = False
        for seat in [s for s in reversed(self.seats) if s["level"] and not s["leaves"] and s["name"] not in names]:
            self.leave(seat)
        if self.round and came > 1:
            self.spoil("several computer players come in a round")

    def bind(self, value, opening):
        if value == self.bond or len(value) != 22:
            return
        if self.cuts:
            self.spoil("another chain is told after a cut")
        elif self.bond and not opening and not self.shown and self.dealt < 1000:
            self.spoil("another chain is told before the one before it is used up")
        self.bond, self.bond_line, self.late, self.dealt, self.told, self.shown = value, self.line, not opening, 0, 0, False

    def chain(self, line, opening=False):
        for number, part in re.findall(r"(?<![A-Za-z0-9%])c([1-9][0-9]{0,4})\.([1-9][0-9]{0,4})=[A-Za-z0-9_+%-]", line):
            if self.open and int(number) == self.dealt + 1 and int(part) > self.told:
                self.spoil("a cut is told in other words")
        for kind, number, _, _, value in tokens(line):
            if kind == "s" and number == 0:
                self.bind(value, opening)
            elif kind == "s" and number == self.dealt and not self.round and re.fullmatch("[0-9a-f]{64}", value):
                self.shown = self.shown or bond_of(climb(bytes.fromhex(value), number)) == self.bond

    def opens(self, message):
        found = heard(OPENS, message) or heard(ALONE, message)
        if not found:
            return False
        if not self.open:
            self.fault, self.bond = None, None
        elif self.dealt and not self.shown:
            self.spoil("a table opens where another one stands")
        elif not self.cuts:
            self.fault = None
        cuts = self.cuts if self.open else []
        self.empty()
        self.cuts, self.open, self.set = cuts, True, found["set"]
        self.unknown = "player" not in found
        if not self.unknown:
            self.sit(found["player"])
        self.chain(message[found["end"]:], True)
        self.cuts = []
        return True

    def rules(self, message):
        found = heard(SHEET, message)
        if found:
            self.sheet_open = ""
            if found["set"] != self.set:
                self.set = None
            message = message[found["end"]:]
        if self.sheet_open is None:
            return
        self.sheet_open = (self.sheet_open + " " + message).strip()
        stop = re.search(r"\.(?: |$)", self.sheet_open)
        if stop:
            self.changes = self.sheet_open[:stop.start()].replace(" ; ", "; ")
            self.sheet_open = None

    def cut(self, found):
        token = re.fullmatch(r"c([1-9][0-9]*)\.([1-9][0-9]*)=([^.,]+)\.([^.,]+)[.,]*", found["token"])
        try:
            need(token and unescape(token[3]) == found["player"] and self.find(found["player"]), "")
            need(int(token[1]) == self.dealt + 1 and int(token[2]) == self.told + 1, "")
            self.told += 1
            self.cuts = [c for c in self.cuts if c["owner"] != found["player"]] + [
                {"owner": found["player"], "name": found["player"], "word": unescape(token[4]), "line": self.line}]
        except ValueError:
            self.spoil("a cut is not the next one of who sits there")

    def people(self, message):
        for leaves in LEAVES:
            found = heard(leaves, message)
            if found:
                return self.leave(self.before(found["player"]))
        found = heard(SITS, message)
        if found:
            return self.sit(found["player"])
        found = heard(RENAMED, message)
        if found:
            seat = self.find(found["old"])
            if seat is None or self.find(found["player"]):
                return self.spoil("somebody is renamed who did not sit there")
            self.cuts = [{**c, "owner": found["player"]} if c["owner"] == found["old"] else c for c in self.cuts]
            seat["name"] = found["player"]
        found = heard(CHOOSES, message)
        if found:
            self.set, self.changes = found["set"], ""
        found = re.match(ROSTER, message)
        if found:
            self.roster(message[found.end():])
        found = heard(CUTS, message)
        if found:
            self.cut(found)

    def ends(self, message):
        scores = [n for n in range(3) for t in sentences(WORDS["score", n]) if t.replace(" ; ", "; ") in self.changes]
        single = scores[0] == 0 if scores else self.set in ("classic", "flex", "hyper", "web")
        won = next((over for p, over in WINS if heard(p, message)), None) if self.round else None
        if won is not None or (self.round and any(heard(p, message) for p in VOID)):
            self.round = False
            if self.dealer is not None:
                self.dealer = self.dealer + 1 if self.dealer + 1 < self.players else 0
            self.sweep()
            self.rounds += won is not None
            if won or (won is not None and single) or not self.goes_on():
                self.end_match()
        if self.match and any(heard(p, message) for p in STOPPED):
            self.end_match()

    def follow(self, message, line):
        """Follows a line; (dealer's name, cards each, what held before) where it deals."""
        self.line += 1
        if message is not None and self.opens(message):
            return None
        dealt = None
        if message is not None and self.open:
            self.rules(message)
            self.people(message)
            self.ends(message)
            found = next((f for f in (heard(p, message) for p in DEALS) if f), None)
            if found:
                seat = self.before(found["player"])
                if self.round or seat is None:
                    self.spoil("a deal that cannot be followed")
                dealt = (seat and seat["name"], int(found["n"]), {**self.__dict__, "seats": [dict(s) for s in self.seats]})
                self.cuts, self.told, self.shown, self.dealt = [], 0, False, self.dealt + 1
                self.deal_line = self.line
                self.match = self.round = True
                self.players, self.dealer = len(self.seats), self.seats.index(seat) if seat else None
                self.ends(message[found["end"]:])
            if any(heard(p, message) for p in CLOSED) or heard(CLOSES, message, whole=True):
                self.empty()
                self.open = False
        self.chain(line)
        return dealt

# -- the log --

NOISE = re.compile("\x03[0-9]{0,2}(?:(?<=[0-9]),[0-9]{1,2})?|\x04(?:[0-9A-Fa-f]{1,6}(?:,[0-9A-Fa-f]{1,6})?)?|\x1b(?:\\[[^A-Za-z\n]*[A-Za-z])?|"
                   "[\x00-\x08\x0b-\x1f\x7f\u200b\u200e\u200f\u2060\u2066-\u2069\ufeff]")

def words_before(line, end):
    return re.findall(r"< ?[^ ]*|[^ ]+", line[:end])

def speaker(words):
    return "".join(c for c in words[-1] if c.isascii() and c.isalpha() or ord(c) >= 128) if words else ""

def learn(lines, bond, seats):
    """How many words stand before what the bot says, and the letters of the last of them."""
    first = next((n for n, line in enumerate(lines) if any(t[0] == "s" and t[1] == 0 and t[4] == bond for t in tokens(line))), None)
    need(first is not None, "what bound the shuffles (s0) is not in it, or the secret is of another chain")
    for line in lines[first:]:
        alone = heard(ALONE.lstrip("^"), line)
        if alone:
            words = words_before(line, alone["at"])
            return len(words), speaker(words)
        for sentence in (OPENS, SITS):
            found = heard(sentence[1:], line)
            starts = [len(found["player"]) - len(n) for n, _ in seats if found["player"] == n or
                      found["player"].endswith(" " + n)] if found and found["at"] == 0 else []
            if starts:
                words = words_before(line, min(starts))
                return len(words), speaker(words)
    return 0, ""

def said(line, words, who):
    """What the bot says in that line; None: somebody else does."""
    rest = line.lstrip(" ")
    last = ""
    for _ in range(words):
        last = re.match(r"(?:< )?[^ ]*", rest)[0]
        rest = rest[len(last):].lstrip(" ")
    return rest if speaker([last] if words else []) == who else None

def check(log):
    log = plain(NOISE.sub("", log.replace("\t", " ")))
    lines = [line.rstrip(" ") for line in log.split("\n")]
    found = revealed(lines)
    if found is None:
        return None
    number, secret, text = found
    need(number <= 1000, "no chain has so many shuffles")
    if text.startswith("talon2,"):
        return None
    record, bond = Record(text), bond_of(climb(secret, number))
    words, who = learn(lines, bond, record.seats)
    table = Table()
    for at, line in enumerate(lines):
        told = table.follow(said(line, words, who), line)
        if told and told[2]["bond"] == bond and told[2]["dealt"] + 1 == number:
            break
        need(secret.hex() not in line or number == 0, "the secret was told before the deal")
    else:
        raise ValueError(table.fault or "the deal is not in it, or one before it is missing")
    need(secret.hex() not in line, "the secret was told before the deal")
    need(table.fault is None, table.fault)
    dealer, each, held = told
    need([(s["name"], s["level"]) for s in held["seats"] if not s["leaves"]] == record.seats, "other seats were told")
    need([(c["name"], c["word"]) for c in held["cuts"]] == record.cuts, "other cuts were told")
    check_typed(lines, held)
    need(held["set"] == record.set and any(
        held["changes"] == "; ".join(clause(n, v, language) for n, v in record.switches.items()).replace(" ; ", "; ") for language in [None] + LANGUAGES),
         "other rules were told")
    need(record.round == held["rounds"] + 1, "it is another round of the match")
    need(record.dealer == (held["dealer"] if held["match"] else None), "it was another one's turn to deal")
    need(not held["late"] or held["cuts"], "who was to play was known when the shuffles were bound, and nobody cut")
    cuts = "".join(word + "\n" for _, word in record.cuts).encode("utf-8", "surrogateescape")
    seed = hashlib.sha256(b"talon-seed-3\n" + secret + cuts).digest()
    rule = {"hand_size": "7", **record.switches}
    need(each == int(rule["hand_size"]), "another number of cards was dealt")
    deals, cards = deal(record.set, record.switches, len(record.seats), record.dealer, Chance(seed))
    need(record.seats[deals][0] == dealer, "somebody else deals")
    check_turned(cards[-2], said(lines[at], words, who), lines[at + 1:at + 3], SETS[record.set][0])
    return cards

def commands(name):
    """A command in all languages, with or without accents, as an expression."""
    accents = {"a": "\u00e0-\u00e5", "c": "\u00e7", "e": "\u00e8-\u00eb", "i": "\u00ec-\u00ef", "n": "\u00f1",
               "o": "\u00f2-\u00f6", "u": "\u00f9-\u00fc"}
    words = [name] + [word for table in beside("config/locale/talon-*.words")
                      for word in " ".join(re.findall(rf"^{name} +(.*)$", table.split("[commands]")[1], re.M)).split()]
    return "|".join("".join(f"[{c}{accents[c]}]" if c in accents else re.escape(c) for c in word) for word in words)

TYPED = re.compile(rf"(?:^|(?<= ))(?=[!-~])[^A-Za-z0-9_+-](?:({commands('cut')})|{commands('start')}) +", re.I)

def letters(text):
    return "".join(c for c in text if c.isascii() and c.isalpha() or ord(c) >= 128)

def check_typed(lines, held):
    """A word that its author typed in the channel was typed behind s0, and is told as it was typed."""
    since = max(held["bond_line"], held["deal_line"])
    for cut in held["cuts"]:
        early = same = now = other = False
        for number, line in enumerate(lines[:cut["line"] - 1], 1):
            typed = TYPED.search(line)
            speaks = letters(line[:typed.start()].rstrip(" ").split(" ")[-1]) if typed else ""
            if not speaks or not (letters(cut["name"]).endswith(speaks) or letters(cut["owner"]).endswith(speaks)):
                continue
            if re.sub(" +", " ", line[typed.end():]).rstrip(" ") == cut["word"]:
                early, same, now = early or number < held["bond_line"], same or number > held["bond_line"], now or number > since
            elif typed[1] and number > since:
                other = True
        if not now and not (same and not other):
            need(not early, "a word was typed before its chain was told")
            need(not other, "a cut is told with another word than was typed")

KINDS = {"skip": "skip", "rev": "rev", "+2": "+2", "W": "W", "W4": "W+4", "WH": "W hyper", "WS": "W skull", "WW": "W web",
         "WM": "W minion", "WT2": "W+2 targeted", "WA2": "W+2 all", "WF4": "W+4", "WAF": "W all flip"}

COLOURS = {"R": "Red", "G": "Gre", "B": "Blu", "Y": "Yel", "P": "Pur", "O": "Ora"}

def label(code, language, colours, english=False):
    """A card as the lines show it: "[R 5]"; `english`: with English letters, as French had it before."""
    def letter(colour):
        first = lambda one: one if english else said_by(language, one)
        shared = any(first(one) == first(colour) for one in colours if one != colour)
        return said_by(language, COLOURS[colour]) if shared else first(colour)
    body, wild = code.split("|")[0].rstrip("^"), code[0] == "W"
    word = body if wild else body[1:]
    if not word.isdigit():
        word = said_by(language, KINDS[word])
    side = "/" + letter(code.split("|")[1]) if "|" in code else ""
    return f"[{'' if wild else letter(body[0]) + ' '}{word}{side}{'^' if code.endswith('^') else ''}]"

def check_turned(turned, message, more, colours):
    """The last card that is turned up is shown with the deal."""
    code = turned.split(" ")[-1]
    text = message + " " + " ".join(more)
    shown = re.search("(?:" + "|".join(re.escape(t.split("{")[0]) for t in sentences("first card {card}")) + r")[^\[]*\[([^\]]*)\]", text)
    need(shown, "no first card is shown at the deal")
    forms = [label(code, language, colours, english)[1:-1] for language in [None] + LANGUAGES for english in (False, True)]
    need(shown[1] in forms, f"another first card is shown than {code}")

def main():
    log = open(sys.argv[1], encoding="utf-8", errors="surrogateescape", newline="\n").read()
    try:
        lines = check(log) or sys.exit(2)
        print("\n".join(lines))
        recorded = re.findall(r"^(?:hand P\d+|turned|pile): .*$", log, re.M)
        need(recorded in ([], lines), "other cards are recorded")
    except (ValueError, IndexError, KeyError, TypeError) as wrong:
        print(f"NOT proven: {wrong}")
        sys.exit(1)

if __name__ == "__main__":
    main()
