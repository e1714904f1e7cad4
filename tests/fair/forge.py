#!/usr/bin/env python3
"""forge.py FOLDER: a host that cheats.

Writes logs into FOLDER: honest-*.txt, which every verifier must prove, and forged-*.txt, which none may. A forged log is
one that a host could really send: cards, record and secret fit each other, and only the one thing that its name says is
not as the protocol (docs/fair.md) has it."""
import hashlib
import pathlib
import sys

import verify

PEOPLE = ["alice", "bob", "carol"]

def encode(value):
    return "".join(chr(b) if chr(b).isascii() and (chr(b).isalnum() or chr(b) in "-_+") else f"%{b:02X}"
                   for b in value.encode())

class Chain:
    def __init__(self, seed="the host's", length=20):
        self.secrets = [hashlib.sha256(seed.encode()).digest()]
        for _ in range(length):
            self.secrets.insert(0, hashlib.sha256(self.secrets[0]).digest())
        self.bond = verify.bond_of(self.secrets[0])

class Host:
    """A table: what it says, and the setup that it deals from. By itself it is honest."""

    def __init__(self, people=(), chain=None, rules="classic", prefix=""):
        self.chain, self.set, self.prefix = chain or Chain(), rules, prefix
        self.lines, self.number, self.round, self.dealer = [], 0, 1, None
        self.seats, self.cuts, self.switches, self.told = [], [], {}, 0
        self.opens(*people)

    def say(self, line):
        self.lines.append(self.prefix + line)

    def opens(self, *people):
        people = people or PEOPLE
        self.say(f"{people[0]} opens a table ({self.set}). !join takes a seat, !bots N adds computer players, !start deals. "
                 f"Shuffles are bound by s0={self.chain.bond} (!fair).")
        self.seats = [(people[0], None)]
        for name in people[1:]:
            self.sits(name)

    def sits(self, name, told=None):
        self.say(f"{told or name} takes a seat.")
        self.seats.append((name, None))

    def leaves(self, name):
        self.say(f"{name} leaves the table.")
        self.seats = [s for s in self.seats if s[0] != name]
        self.cuts = [c for c in self.cuts if c[0] != name]

    def bots(self, *bots):
        self.seats = [s for s in self.seats if s[1] is None] + list(bots)
        self.say("At the table: " + ", ".join(n if level is None else f"{n} (computer, {level})" for n, level in self.seats))

    def cut(self, name, word):
        self.told += 1
        self.say(f"{name} cuts for the next deal: c{self.number + 1}.{self.told}={encode(name)}.{encode(word)}")
        self.cuts = [c for c in self.cuts if c[0] != name] + [(name, word)]

    def typed(self, name, words):
        self.lines.append(f"[12:34] <{name}> {words}")

    def sheet(self, told=None, **switches):
        self.switches = switches
        self.say(f"Played by the sheet of {self.set}, but: " + "; ".join(
            told or [verify.clause(n, v, None) for n, v in switches.items()]) + ".")

    def deal(self, each=None, secret=None, by=None):
        """Deals from what it holds, and makes one move of it."""
        self.number += 1
        self.secret = secret or self.chain.secrets[self.number]
        cuts = "".join(word + "\n" for _, word in self.cuts).encode()
        seed = hashlib.sha256(b"talon-seed-3\n" + self.secret + cuts).digest()
        dealer, cards = verify.deal(self.set, self.switches, len(self.seats), self.dealer, verify.Chance(seed))
        turned = cards[-2].split(" ")[1:]
        passed = "".join(f"; {verify.label(c, None, verify.SETS[self.set][0])} is turned up and does not count" for c in turned[:-1])
        first = (dealer + 1) % len(self.seats)
        self.say(f"{by or self.seats[dealer][0]} deals {each or self.switches.get('hand_size', 7)} cards each{passed}; first card "
                 f"{verify.label(turned[-1], None, verify.SETS[self.set][0])} \u2192 {self.seats[first][0]}")
        self.dealt_by, self.move = dealer, f"P{first + 1}.draw"
        self.record = self.setup()

    def setup(self):
        return ",".join([
            "talon3", f"set.{self.set}", "rules.2", *(f"switch.{n}.{encode(v)}" for n, v in self.switches.items()),
            f"round.{self.round}", f"dealer.{'-' if self.dealer is None else f'P{self.dealer + 1}'}",
            *(f"person.{encode(n)}" if level is None else f"computer.{encode(n)}.{level}" for n, level in self.seats),
            *(f"cut.{encode(n)}.{encode(w)}" for n, w in self.cuts)])

    def ends(self):
        """The round is void: the deal passes on."""
        self.say("The round has gone on too long and is void.")
        self.dealer, self.cuts, self.told = (self.dealt_by + 1) % len(self.seats), [], 0

    def fair(self):
        self.lines += [f"Round {self.round}, kept as 7: secret s{self.number}={self.secret.hex()}.",
                       f"t{self.number}.1/1={self.record}", f"m{self.number}.1/1={self.move}"]

    def text(self):
        return "\n".join(self.lines) + "\n"

def plain_table(**options):
    host = Host(**options)
    host.bots(("Ada", "normal"), ("Blaise", "hard"))
    host.cut("carol", "bananas")
    host.cut("alice", "surprise 100 %")
    return host

def finished(host, **options):
    host.deal(**options)
    host.fair()
    return host.text()

# -- what an honest host tells --

def honest():
    yield "plain", finished(plain_table())
    yield "client", finished(plain_table(prefix="[12:34] <@talon> "))
    host = Host()
    yield "nobody-cuts", finished(host)
    host = plain_table()
    host.sheet(hand_size="9", stack="any")
    yield "rules", finished(host)
    host = plain_table()
    host.deal()
    host.ends()
    host.cut("bob", "second")
    yield "second-round", finished(host)
    host = plain_table()
    host.cut("alice", "again")
    yield "start-word", finished(host)
    host = plain_table()
    host.leaves("carol")
    host.sits("dora")
    yield "leaves", finished(host)
    host = Host(people=["zo\u00eb", "b\u200dob", "mr x"])
    host.cut("mr x", "s0=nothing, c1.1=x")
    yield "names", finished(host)
    host = Host(people=["Ada", "Ada (2)", "carol"])
    host.bots(("Ada (3)", "normal"))
    host.cut("Ada (2)", "which")
    yield "namesakes", finished(host)
    host = plain_table()
    host.say("carol closes the table.")
    host.chain, host.number, host.told, host.cuts = Chain("another"), 0, 0, []
    host.opens()
    host.cut("bob", "new")
    yield "next-table", finished(host)
    host = plain_table()
    host.deal()
    host.ends()
    host.lines.append(f"secret s1={host.secret.hex()}")
    host.chain, host.number = Chain("third"), 0
    host.say(f"; the next shuffles are bound by s0={host.chain.bond}")
    host.cut("bob", "after")
    yield "next-chain", finished(host)

    host = Host(prefix="[12:34] <talon> ")
    host.typed("bob", "!cut again")
    host.cut("bob", "again")
    host.typed("bob", "!cut refused, for bob has cut")
    host.deal()
    host.told = 0
    host.typed("bob", "!cut  in a   round")
    host.cut("bob", "in a round")
    host.ends()
    host.told, host.cuts = 1, [("bob", "in a round")]
    host.typed("carol", "!START as alice deals")
    host.cut("carol", "as alice deals")
    yield "typed", finished(host)
    host = Host(prefix="[12:34] <talon> ")
    host.cut("bob", "mine")
    renamed(host, "bob", "rob")
    host.typed("rob", "!start newer")
    host.cuts = []
    host.cut("rob", "newer")
    yield "renamed-cuts-again", finished(host)

# -- what one who cheats tells --

def renamed(host, old, new):
    host.say(f"{old} plays as {new} now.")
    host.seats = [(new if n == old else n, level) for n, level in host.seats]

def respelled(name):
    """The record has another name than the lines."""
    host = plain_table()
    host.deal()
    host.record = host.record.replace("person.bob", f"person.{encode(name)}")
    host.fair()
    return host.text()

def rerecorded(change, host=None):
    """The setup is changed and dealt from, and the lines are not."""
    host = host or plain_table()
    change(host)
    return finished(host)

def forged():
    for what, name in (("zero-width", "b\u200bob"), ("star", "b*ob"), ("emoji", "bob\U0001f600"), ("joiner", "b\u200dob"),
                       ("case", "Bob"), ("word-joiner", "b\u2060ob"), ("blank", "bob ")):
        yield f"name-{what}", respelled(name)
    host = Host(people=["alice"])
    host.sits("bob", told="b\u200dob")
    host.sits("carol")
    yield "sit-down-line-spelled-differently", finished(host)

    def order(host):
        host.seats[1], host.seats[2] = host.seats[2], host.seats[1]
    yield "order-of-people", rerecorded(order)

    def computers(host):
        host.seats[3], host.seats[4] = host.seats[4], host.seats[3]
    yield "order-of-computers", rerecorded(computers)
    yield "level", rerecorded(lambda host: host.seats.__setitem__(3, ("Ada", "easy")))
    yield "seat-left-out", rerecorded(lambda host: host.seats.pop())
    yield "seat-too-many", rerecorded(lambda host: host.seats.append(("Grace", "normal")))
    yield "computer-as-person", rerecorded(lambda host: host.seats.__setitem__(3, ("Ada", None)))

    for number in (2, 3, 17):
        yield f"round-{number}", rerecorded(lambda host: setattr(host, "round", number))
    for seat in range(5):
        yield f"dealer-{seat}", rerecorded(lambda host: setattr(host, "dealer", seat))
    for seat in (None, 0, 1, 2):
        host = Host()
        host.deal()
        host.ends()
        if seat != host.dealer:
            host.dealer = seat
            yield f"second-dealer-{seat}", finished(host)
    host = plain_table()
    host.deal()
    host.ends()
    host.round = 2
    yield "void-round-counted", finished(host)
    yield "dealer-by-another-name", finished(plain_table(), by="dora")

    yield "set", rerecorded(lambda host: setattr(host, "set", "hyper"))
    yield "switch-untold", rerecorded(lambda host: host.switches.update(hand_size="9"))
    yield "switch-untold-same-cards", rerecorded(lambda host: host.switches.update(stack="any"))
    host = plain_table()
    host.sheet(stack="any")
    host.switches = {}
    yield "switch-left-out", finished(host)
    host = plain_table()
    host.sheet(told=["draw cards add up: any of them on any other"], stack="same")
    yield "switch-other-value", finished(host)
    yield "hand-size", finished(plain_table(), each="8")

    yield "cut-left-out", rerecorded(lambda host: host.cuts.pop())
    yield "cuts-left-out", rerecorded(lambda host: host.cuts.clear())
    yield "cuts-reordered", rerecorded(lambda host: host.cuts.reverse())
    yield "cut-twice", rerecorded(lambda host: host.cuts.append(host.cuts[0]))
    yield "cut-added", rerecorded(lambda host: host.cuts.append(("bob", "words of the host")))
    yield "cut-changed", rerecorded(lambda host: host.cuts.__setitem__(0, ("carol", "Bananas")))
    yield "cut-of-another", rerecorded(lambda host: host.cuts.__setitem__(0, ("bob", "bananas")))
    yield "cuts-joined", rerecorded(lambda host: host.cuts.__setitem__(slice(0, 2), [("carol", "bananas\nsurprise 100 %")]))
    host = plain_table()
    host.cuts = host.cuts[:1]
    host.deal()
    host.told = 1
    host.number = 0
    host.cut("alice", "surprise 100 %")
    host.number = 1
    host.fair()
    yield "cut-told-after-the-deal", host.text()
    text = finished(plain_table()).split("\n")
    yield "cut-line-missing", "\n".join(line for line in text if "c1.1=" not in line)
    yield "cut-line-twice", "\n".join(x for line in text for x in ([line, line] if "c1.1=" in line else [line]))
    host = plain_table()
    host.told = 7
    host.cut("bob", "eighth")
    yield "cut-number", finished(host)
    host = plain_table()
    host.cut("dora", "no seat")
    yield "cut-without-seat", finished(host)
    host = plain_table()
    kept = list(host.cuts)
    host.leaves("carol")
    host.sits("carol")
    host.cuts = kept
    yield "cut-of-who-left", finished(host)
    host = Host()
    kept = []
    for n in range(12):
        host.cut("bob", f"word {n}")
        kept.append(host.cuts[-1])
        host.leaves("bob")
        host.sits("bob")
    host.cut("alice", "mine")
    host.cuts = kept
    yield "twelve-cuts-of-one", finished(host)
    host = plain_table(prefix="[12:34] <talon> ")
    host.lines.append("[12:34] <mallory> bob cuts for the next deal: c1.3=bob.ground")
    host.cuts.append(("bob", "ground"))
    yield "cut-of-a-stranger", finished(host)
    host = plain_table()
    host.cut("alice", "again")
    host.cuts = [("carol", "bananas"), ("alice", "surprise 100 %")]
    yield "start-word-ignored", finished(host)

    # The host hears the word, and then chooses what it goes into.
    for line in ("Next shuffle: bound by s0=BOND", "alice opens a table (classic). s0=BOND"):
        for command in ("!cut", "!coupe", "!start", "!START"):
            host = Host(people=["alice", "bob"], prefix="[12:34] <talon> ")
            host.typed("bob", f"{command} bananas")
            host.lines[0] = host.lines[0].split(" Shuffles")[0]
            host.chain = Chain("knows the word")
            host.say(line.replace("BOND", host.chain.bond))
            if "opens" in line:
                host.seats = [("alice", None)]
                host.sits("bob")
            host.sits("carol")
            host.cut("bob", "bananas")
            yield f"word-typed-before-the-chain-{line.split(' ')[0]}-{command[1:]}", finished(host)
    host = Host(prefix="[12:34] <talon> ")
    host.typed("@bob", "!start bananas")
    host.say("alice closes the table.")
    host.chain = Chain("knows the word")
    host.opens()
    host.cut("bob", "bananas")
    yield "word-typed-before-the-next-table", finished(host)
    for n, told in enumerate(("Bananas", "banana", "bananas ", "b\u0430nanas", "bananas\u200b", "bananas.", "other")):
        host = Host(prefix="[12:34] <talon> ")
        host.typed("+bob", "!cut bananas")
        host.cut("bob", told)
        yield f"word-told-otherwise-{n}", finished(host)
    host = Host(prefix="[12:34] <talon> ")
    host.typed("bob", "!cut first")
    host.cut("bob", "first")
    host.deal()
    host.ends()
    host.typed("bob", "!cut second")
    host.cut("bob", "first")
    yield "word-of-the-deal-before", finished(host)
    # People take these for told cuts.
    for n, told in enumerate(("[12:34] * talon bob cuts for the next deal: TOKEN", "[12:34] <talon> bob cuts for next deal: TOKEN",
                              "[12:34] <talon> Bob has cut: TOKEN.", "[12:34] -- talon: bob cuts for the next deal: TOKEN",
                              "[12:34] <talon> (bob cuts for the next deal: TOKEN)")):
        host = Host(prefix="[12:34] <talon> ")
        host.typed("bob", "!cut bananas")
        host.lines.append(told.replace("TOKEN", "c1.1=bob.bananas"))
        yield f"cut-in-other-words-{n}", finished(host)
        host.cut("carol", "ground")
        yield f"cut-in-other-words-then-another-{n}", finished(host)
    # Somebody takes the name that another one had, to take the place of their cut.
    host = Host()
    host.cut("bob", "mine")
    renamed(host, "bob", "rob")
    host.sits("bob")
    host.cut("bob", "ground")
    yield "cut-of-who-had-the-name", finished(host)
    host = Host()
    host.cut("bob", "mine")
    renamed(host, "bob", "rob")
    host.sits("bob")
    host.leaves("bob")
    yield "cut-leaves-with-a-namesake", finished(host)
    # Other spellings of one value.
    whole = finished(plain_table())
    for n, (word, other) in enumerate((("bananas", "%62ananas"), ("surprise%20", "surprise%2520"), ("100%20%25", "100%20%2"),
                                       ("100%20%25", "100+%25"), ("bananas", "bananas%0A"), ("bananas", "bananas%00"),
                                       ("carol.bananas", "carol."), ("carol.bananas", "carol.%"), ("c1.1=", "c01.1="),
                                       ("c1.1=", "c1.01="), ("c1.1=", "C1.1="), ("surprise%20100", "surprise%C0%A0100"))):
        yield f"spelling-{n}", whole.replace(word, other, 1)
    for n, letter in enumerate("BCDEFGHIJKLMNOP"):
        last = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        spare = last[(last.index(Chain().bond[-1]) & 48) | n + 1]
        yield f"spare-bits-{letter}", whole.replace(Chain().bond, Chain().bond[:-1] + spare)
    yield "end-in-other-case", whole.replace(Chain().bond, Chain().bond.swapcase())

    def second_chain(line, rebind=True):
        host = plain_table()
        chain = Chain("ground")
        host.lines.append(line.replace("BOND", chain.bond))
        host.chain = chain if rebind else host.chain
        return host
    for n, line in enumerate(("All shuffles of this table are bound by s0=BOND", "Next shuffle: bound by s0=BOND; !cut WORD",
                              "; the next shuffles are bound by s0=BOND", "alice opens a table (classic). s0=BOND")):
        yield f"second-chain-{n}", finished(second_chain(line))
        host = second_chain(line)
        host.cuts = []
        yield f"second-chain-forgets-cuts-{n}", finished(host)
        yield f"two-chains-keeps-the-first-{n}", finished(second_chain(line, False))
    host = Host()
    host.chain = Chain("before anybody cut")
    host.say(f"; the next shuffles are bound by s0={host.chain.bond}")
    host.cut("bob", "late")
    yield "second-chain-before-cuts", finished(host)
    host = Host()
    host.deal()
    host.ends()
    host.chain, host.number = Chain("early"), 0
    host.say(f"; the next shuffles are bound by s0={host.chain.bond}")
    host.cut("bob", "late")
    yield "new-chain-secret-not-shown", finished(host)
    host = Host()
    host.deal()
    host.ends()
    host.lines.append(f"secret s1={host.secret.hex()}")
    host.chain, host.number = Chain("known players"), 0
    host.say(f"; the next shuffles are bound by s0={host.chain.bond}")
    yield "new-chain-and-nobody-cuts", finished(host)
    host = Host()
    host.chain = Chain("told late")
    host.lines[0] = host.lines[0].split(" Shuffles")[0]
    host.say(f"Next shuffle: bound by s0={host.chain.bond}")
    yield "first-chain-told-late", finished(host)
    host = Host(people=["alice", f"s0={Chain('named').bond}", "carol"])
    host.chain = Chain("named")
    yield "token-in-a-name", finished(host)
    yield "another-chain", finished(plain_table(), secret=Chain("other").secrets[1])
    host = plain_table()
    host.number = 1
    host.lines = [line.replace("c1.", "c2.") for line in host.lines]
    yield "skipped-shuffle", finished(host)
    host = plain_table()
    host.number = 1
    yield "skipped-shuffle-cuts-of-the-first", finished(host)
    host = plain_table()
    host.lines.append(f"s1={host.chain.secrets[1].hex()}")
    host.cut("bob", "knows it")
    yield "secret-told-before", finished(host)
    yield "hexadecimal-end", finished(plain_table()).replace(Chain().bond, Chain().secrets[0].hex())
    yield "short-end", finished(plain_table()).replace(Chain().bond, Chain().bond[:8])

    whole = finished(plain_table()).split("\n")
    yield "without-the-opening", "\n".join(whole[1:])
    yield "without-a-seat", "\n".join(line for line in whole if "bob takes" not in line)
    yield "without-the-roster", "\n".join(line for line in whole if "At the table" not in line)
    yield "without-the-deal", "\n".join(line for line in whole if " deals 7" not in line)
    yield "from-the-deal-on", "\n".join(whole[next(n for n, line in enumerate(whole) if " deals 7" in line):])
    host = plain_table()
    host.deal()
    host.ends()
    second = finished(host).split("\n")
    yield "without-the-deal-before", "\n".join(second[:6] + second[7:])
    yield "without-the-end-before", "\n".join(line for line in second if "too long" not in line)
    first = next(line for line in whole if "first card" in line)
    card = first.split("first card ")[1].split("]")[0] + "]"
    other = "[R 1]" if card != "[R 1]" else "[G 2]"
    yield "another-first-card", "\n".join(whole).replace(f"first card {card}", f"first card {other}")

def main():
    folder = pathlib.Path(sys.argv[1])
    for kind, logs in (("honest", honest()), ("forged", forged())):
        names = set()
        for name, text in logs:
            assert name not in names, name
            names.add(name)
            (folder / f"{kind}-{name}.txt").write_text(text, "utf-8")

main()
