#include "peers.h"

#include <stdlib.h>
#include <string.h>

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

/* The limit on requests is a bucket, kept as one time: when it will be full again. Each request
 * moves this time by `pause`. A request that would move it more than `burst` pauses ahead of now is
 * refused. */
struct peer {
    UT_hash_handle hh; /* in the order in which we last saw them */
    struct address address;
    unsigned connections;
    uint64_t full_at; /* ms */
};

struct peers {
    struct peers_limits limits;
    struct peer *all;
};

struct peers *peers_create(const struct peers_limits *limits)
{
    struct peers *peers = calloc(1, sizeof(*peers));
    if (peers != NULL)
        peers->limits = *limits;
    return peers;
}

static void drop_peer(struct peers *peers, struct peer *peer)
{
    HASH_DEL(peers->all, peer); /* NOLINT(clang-analyzer-*): of uthash's making */
    free(peer);
}

void peers_destroy(struct peers *peers)
{
    struct peer *peer = NULL;
    struct peer *next = NULL;
    if (peers == NULL)
        return;
    HASH_ITER(hh, peers->all, peer, next)
    {
        drop_peer(peers, peer);
    }
    free(peers);
}

unsigned peers_count(const struct peers *peers)
{
    return HASH_COUNT(peers->all);
}

static struct peer *find_peer(const struct peers *peers, const struct address *address)
{
    struct address subscriber = address_subscriber(address);
    struct peer *peer = NULL;
    HASH_FIND(hh, peers->all, &subscriber, sizeof(subscriber), peer);
    return peer;
}

static bool insert_peer(struct peers *peers, struct peer *peer)
{
    HASH_ADD(hh, peers->all, address, sizeof(peer->address), peer);
    return peer->hh.tbl != NULL;
}

/* Makes room by forgetting the peer with no open connection that we have not seen for longest. */
static bool make_room(struct peers *peers)
{
    struct peer *peer = NULL;
    struct peer *next = NULL;
    if (HASH_COUNT(peers->all) < peers->limits.most)
        return true;
    HASH_ITER(hh, peers->all, peer, next)
    {
        if (peer->connections == 0) {
            drop_peer(peers, peer);
            return true;
        }
    }
    return false;
}

/* Finds or adds a peer, and makes it the last one seen; NULL: there is no room. */
static struct peer *meet_peer(struct peers *peers, const struct address *address)
{
    struct peer *peer = find_peer(peers, address);
    if (peer != NULL) {
        HASH_DEL(peers->all, peer);
    } else {
        peer = make_room(peers) ? calloc(1, sizeof(*peer)) : NULL;
        if (peer == NULL)
            return NULL;
        peer->address = address_subscriber(address);
    }
    if (insert_peer(peers, peer))
        return peer;
    free(peer);
    return NULL;
}

bool peers_connect(struct peers *peers, const struct address *address)
{
    struct peer *peer = meet_peer(peers, address);
    if (peer == NULL || peer->connections >= peers->limits.connections)
        return false;
    peer->connections++;
    return true;
}

void peers_leave(struct peers *peers, const struct address *address)
{
    struct peer *peer = find_peer(peers, address);
    if (peer != NULL && peer->connections > 0)
        peer->connections--;
}

bool peers_request(struct peers *peers, const struct address *address, uint64_t now)
{
    struct peer *peer = meet_peer(peers, address);
    uint64_t most = (uint64_t)peers->limits.burst * peers->limits.pause;
    if (peer == NULL)
        return false;
    uint64_t full_at = (peer->full_at > now ? peer->full_at : now) + peers->limits.pause;
    if (full_at - now > most)
        return false;
    peer->full_at = full_at;
    return true;
}
