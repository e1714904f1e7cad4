// shards.mjs: finds channels for tables on every shard.

// Returns the name of a channel for each shard, in the order of shards. Adds servers until each shard has one: the
// double makes ids from the clock, so it cannot choose the shard.
export function placesOfAll(judge, shards, people) {
  const shardOf = (guild) => Number((BigInt(guild.id) >> 22n) % BigInt(shards));
  const guilds = new Map([...judge.world.guilds.values()].map((g) => [shardOf(g), g]));
  for (let i = 0; guilds.size < shards; i++) {
    const guild = judge.addGuild(`guild ${i}`, [`room${i}`], people);
    if (!guilds.has(shardOf(guild))) guilds.set(shardOf(guild), guild);
  }
  return Array.from({ length: shards }, (_, shard) =>
    [...judge.world.channels.values()].findLast((c) => c.guildId === guilds.get(shard).id).name);
}
