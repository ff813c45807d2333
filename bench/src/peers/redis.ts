import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import type { Comparison, Measure } from '../compare.ts'
import type { Load } from '../load.ts'
import { runsPerSecond } from '../runs-per-second.ts'

const DEBIAN_REDIS = '/usr/bin/redis-server'
const RANKING = 'ranking'
const NICKNAMES = 'nicknames'
const FILL_BATCH = 1000
const TOP = 100

type RedisRanking = { comparisons: Comparison[]; close: () => Promise<void> }

/** Our measures that Redis is compared with. */
type Ours = { top: Measure; ownRank: Measure; write: Measure }

/**
 * Compares the ranking with a sorted set of as many members in Debian's Redis, which syncs every
 * write to the disk as PostgreSQL does. Returns no comparisons when Redis is not installed.
 */
export async function redisRanking(members: number, ours: Ours, load: Load): Promise<RedisRanking> {
  if (!existsSync(DEBIAN_REDIS)) {
    console.log('Skipped the comparison with Redis: run `apt-get install redis-server`')
    return { comparisons: [], close: async () => {} }
  }
  const folder = mkdtempSync(join(tmpdir(), 'solstice-redis-'))
  const stopServer = await startRedis(folder)
  const client = createClient({ socket: { path: join(folder, 'redis.sock'), tls: false } })
  await client.connect()
  for (let first = 1; first <= members; first += FILL_BATCH) {
    const batch = Array.from({ length: Math.min(FILL_BATCH, members - first + 1) }, (_, at) =>
      String(first + at),
    )
    // The same distribution of XP as in our ranking.
    const scored = batch.map((value) => ({
      value,
      score: 50 + 10 * Math.floor(2000 * Math.random() ** 3),
    }))
    const nicknames = Object.fromEntries(batch.map((member) => [member, `ranked${member}`]))
    await Promise.all([client.zAdd(RANKING, scored), client.hSet(NICKNAMES, nicknames)])
  }

  const one = { clients: 1, seconds: load.seconds }
  const memberAt = (turn: number) => String(1 + ((turn * 7919) % members))
  const top = async () => {
    const ranked = await client.zRangeWithScores(RANKING, 0, TOP - 1, { REV: true })
    const names = await client.hmGet(
      NICKNAMES,
      ranked.map(({ value }) => value),
    )
    if (names.length < TOP) throw new Error(`Redis returned ${names.length} members`)
  }
  const ownRank = async (turn: number) => {
    const member = memberAt(turn)
    const [rank] = await Promise.all([
      client.zRevRank(RANKING, member),
      client.zScore(RANKING, member),
      client.zCard(RANKING),
    ])
    if (rank === null) throw new Error(`Redis has no rank of ${member}`)
  }
  const redis = (run: (turn: number) => Promise<unknown>, by: Load): Measure => ({
    name: 'Redis, a sorted set',
    perSecond: () => runsPerSecond(by, run),
  })
  return {
    comparisons: [
      { name: 'top 100, beside Redis', ours: ours.top, theirs: redis(top, one) },
      { name: 'own rank, beside Redis', ours: ours.ownRank, theirs: redis(ownRank, one) },
      {
        name: 'an XP write, beside Redis',
        ours: ours.write,
        theirs: redis((turn) => client.zIncrBy(RANKING, 10, memberAt(turn)), load),
      },
    ],
    close: async () => {
      client.destroy()
      await stopServer()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Listens on a socket in the folder only; the kernel stops it if this process is killed. */
async function startRedis(folder: string): Promise<() => Promise<void>> {
  const socket = join(folder, 'redis.sock')
  const settings = ['--port', '0', '--unixsocket', socket, '--dir', folder, '--save', '']
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always']
  const command = ['--pdeathsig=TERM', DEBIAN_REDIS, ...settings, ...durable]
  const child = spawn('setpriv', command, { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  let hasEnded = false
  void ended.then(() => (hasEnded = true))
  while (!existsSync(socket)) {
    if (hasEnded) throw new Error('Redis ended while starting')
    await sleep(50)
  }
  return async () => {
    child.kill()
    await ended
  }
}
