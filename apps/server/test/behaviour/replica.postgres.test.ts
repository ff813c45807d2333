import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Code } from '@solstice/contract/codes'
import {
  LAG_LIMIT_MS,
  OLD_ENTRY_MS,
  POSITION_TTL_MS,
  REST_MS,
  SAMPLE_TTL_MS,
  UNKNOWN_WRITE_MS,
} from '@solstice/rules/replica'
import { openPostgres, rowsOf } from '#/platform/process/db.ts'
import { migrate } from '#/platform/process/migrate.ts'
import { POSTGRES_LIMITS } from '#/platform/process/postgres-pool.ts'
import {
  openSwitch,
  serverPrograms,
  startReplication,
  type Replication,
  type Standby,
} from '#test/replication.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { logInAgain, openBrowser, signUpMember, type Browser } from '#test/test-member.ts'
import { aSeason } from '#test/test-season.ts'

type Member = Awaited<ReturnType<typeof signUpMember>>

const COOKIE = 'solstice_position'
const CHECK_IN = 1
const WAIT = { timeout: 30_000, interval: 50 }

let replication: Replication
/** The standby that takes over in the end, and the one that follows it and is read. */
let heir: Standby
let standby: Standby
let proxy: Awaited<ReturnType<typeof openSwitch>>
let server: TestApp
let seasonId: number
let writer: Member
let reader: Member
const reads: string[] = []
/** The timeline of the primary. */
let timeline = 1

beforeAll(async () => {
  replication = await startReplication(await serverPrograms())
  const { primary } = replication
  proxy = await openSwitch(primary.port)
  heir = await replication.addStandby()
  standby = await replication.addStandby(heir)
  const database = await openPostgres(proxy.url, () => {})
  await migrate(database)
  server = await startTestApp({
    withMetrics: true,
    replicaUrl: standby.url,
    replicaLimits: POSTGRES_LIMITS,
    database: { ...database, url: proxy.url },
  })
  server.ctx.metrics = { ...metricsOf(server), replicaRead: (outcome) => void reads.push(outcome) }
  await sample()
  seasonId = (await aSeason(server)).seasonId
  writer = await signUpMember(server)
  reader = await signUpMember(server)
})
afterAll(async () => {
  await server?.close()
  await proxy?.close()
  await replication?.stop()
})

beforeEach(async () => {
  // A replica that rested after the previous test is admitted again.
  server.clock.advance(REST_MS)
  await caughtUp()
})

function metricsOf({ ctx: { metrics } }: TestApp) {
  if (!metrics) throw new Error('The server has no metrics')
  return metrics
}

/** Waits until the server knows the position of the primary on the present timeline. */
async function sample(): Promise<void> {
  await vi.waitFor(async () => {
    // A connection of the pool that was cut fails once.
    const position = await server.replica?.sample()
    expect(position?.timeline).toBe(timeline)
  }, WAIT)
}

/** Waits until the server knows the lag of the standby. */
async function probed(): Promise<void> {
  await vi.waitFor(async () => {
    await server.replica?.probe()
    expect(server.replica?.lag()).toBeDefined()
  }, WAIT)
}

/** Runs calls and returns their result with the outcomes of the reads that may use the replica. */
async function counted<Result>(run: () => Promise<Result>) {
  const before = reads.length
  const result = await run()
  const read: Record<string, number> = {}
  for (const outcome of reads.slice(before)) read[outcome] = (read[outcome] ?? 0) + 1
  return { result, read }
}

async function ownXp(member: Browser, of = seasonId): Promise<number | undefined> {
  const reply = await member.call('ranking.list', { params: { seasonId: of } })
  expect(reply.code).toBe(0)
  return reply.data?.me.xp
}

const ranking = (member: Browser) => counted(() => ownXp(member))

const checkIn = (member: Browser) =>
  member.call('mission.execute', { params: { seasonId, missionId: CHECK_IN }, body: {} })

/** Waits until the standby has everything, and the server knows it. */
async function caughtUp(): Promise<void> {
  await sample()
  await standby.untilCaughtUp(timeline === 1 ? replication.primary : heir)
}

/** Holds the standby back while the calls run. */
async function lagging<Result>(run: () => Promise<Result>): Promise<Result> {
  await caughtUp()
  await standby.pause()
  try {
    return await run()
  } finally {
    await standby.resume()
    await caughtUp()
  }
}

describe('a ranking', () => {
  test('is read from the standby once that has the position of the member', async () => {
    writer.cookies.delete(COOKIE)
    const first = await ranking(writer)
    await caughtUp()
    const second = await ranking(writer)

    expect(first).toEqual({ result: 0, read: { NO_POSITION: 1 } })
    expect(second).toEqual({ result: 0, read: { use: 1 } })
  })

  test('shows a lagging standby only to members who wrote nothing since, and logs nobody out', async () => {
    await ranking(reader)
    const seen = await lagging(async () => {
      const executed = await checkIn(writer)
      const own = await ranking(writer)
      const { result: others } = await counted(async () => {
        const { data } = await reader.call('ranking.list', { params: { seasonId } })
        return data?.list.map(({ userId }) => userId)
      })
      const codes: number[] = []
      for (const member of [writer, reader]) {
        codes.push((await member.call('users.me', {})).code)
        codes.push((await member.call('season.show', { params: { seasonId } })).code)
        codes.push((await member.call('pin.state', {})).code)
        codes.push((await member.call('auth.reissue', {})).code)
      }
      return { executed: executed.code, own, others, codes }
    })

    expect(seen.executed).toBe(0)
    expect(seen.own).toEqual({ result: 50, read: { BEHIND_WRITE: 1 } })
    // The standby has not replayed the check-in, so this list proves the lag.
    expect(seen.others).toEqual([])
    expect(seen.codes).toEqual(Array(8).fill(0))
    for (const { cookies } of [writer, reader]) {
      expect([...cookies.keys()].toSorted()).toEqual([
        'solstice_access',
        COOKIE,
        'solstice_refresh',
      ])
    }
    expect(await ranking(writer)).toEqual({ result: 50, read: { use: 1 } })
  })

  test('of a member who just changed the nickname shows the new one', async () => {
    const nickname = await lagging(async () => {
      const changed = await writer.call('users.changeNickname', { body: { nickname: 'freshname' } })
      expect(changed.code).toBe(0)
      const { data } = await writer.call('ranking.list', { params: { seasonId } })
      return data?.list.find(({ userId }) => userId === writer.userId)?.nickname
    })

    expect(nickname).toBe('freshname')
  })

  test('of a season that the standby does not know yet is read from the primary', async () => {
    await ranking(reader)
    const { result, read } = await lagging(async () => {
      const fresh = await aSeason(server, { startsInDays: -20 })
      return counted(() => ownXp(reader, fresh.seasonId))
    })

    expect(result).toBe(0)
    expect(read).toEqual({ REFUSED: 1 })
  })

  test('is read from the primary beyond the limit in time, without asking the standby each time', async () => {
    await ranking(reader)
    const { read } = await lagging(async () => {
      await checkIn(reader)
      await sample()
      server.clock.advance(LAG_LIMIT_MS + 1)
      await sample()
      return counted(async () => {
        const visitor = openBrowser(server)
        await visitor.call('season.listPublic', { query: {} })
        await visitor.call('season.listPublic', { query: {} })
      })
    })

    expect(read).toEqual({ BEHIND_LIMIT: 1, RESTING: 1 })
  })
})

describe('the cookie with the position', () => {
  test('is HttpOnly, SameSite=Strict and short-lived, and set by writes only', async () => {
    const wrote = await writer.call('users.changeNickname', { body: { nickname: 'newname' } })
    const read = await writer.call('users.me', {})

    expect(wrote.headers['set-cookie']).toMatch(
      new RegExp(
        `^${COOKIE}=1\\.\\d+\\.\\d+\\.[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict; Max-Age=300$`,
      ),
    )
    expect(read.headers['set-cookie']).toBeUndefined()
  })

  test.each([
    ['is missing', () => writer.cookies.delete(COOKIE)],
    ['is forged', () => alter((text) => text.replace(/\.\d+\./, '.1.'))],
    ['has a forged fingerprint', () => alter((text) => `${text.slice(0, -1)}!`)],
    ['belongs to another session', () => alter(() => reader.cookies.get(COOKIE) ?? '')],
    ['is nonsense', () => alter(() => 'nonsense')],
    ['has expired', () => server.clock.advance(POSITION_TTL_MS)],
  ])('sends the next read to the primary when it %s, and only that one', async (_how, spoil) => {
    await ranking(writer)
    await ranking(reader)
    await caughtUp()
    spoil()
    await sample()
    const first = await ranking(writer)
    await caughtUp()
    const second = await ranking(writer)

    expect(first.read).toEqual({ NO_POSITION: 1 })
    expect(second.read).toEqual({ use: 1 })
  })

  test('sends reads to the primary for a while after a write whose outcome is unknown', async () => {
    const unsure = await signUpMember(server)
    await ranking(unsure)
    await caughtUp()
    const commit = proxy.hold('pg_current_wal_insert_lsn()')
    const failed = await checkIn(unsure)
    const seen = await lagging(async () => {
      commit()
      const first = await expectXp(unsure, 50)
      // A later write has a position, but it does not cover the one whose outcome was unknown.
      const { code } = await unsure.call('users.changeNickname', { body: { nickname: 'unsure' } })
      return { first, code, later: await ranking(unsure) }
    })
    server.clock.advance(UNKNOWN_WRITE_MS)
    await sample()
    const over = await ranking(unsure)
    await caughtUp()
    const placed = await ranking(unsure)

    expect(failed.code).toBe(Code.SERVER_ERROR)
    expect(seen).toEqual({
      first: { UNKNOWN_WRITE: 1 },
      code: 0,
      later: { result: 50, read: { UNKNOWN_WRITE: 1 } },
    })
    expect(over).toEqual({ result: 50, read: { NO_POSITION: 1 } })
    expect(placed).toEqual({ result: 50, read: { use: 1 } })
  })

  /** Reads until the held write has committed, and returns the outcomes of the last read. */
  async function expectXp(member: Browser, xp: number): Promise<Record<string, number>> {
    let last = await ranking(member)
    await vi.waitFor(async () => {
      last = await ranking(member)
      expect(last.result).toBe(xp)
    }, WAIT)
    return last.read
  }

  function alter(change: (text: string) => string): void {
    writer.cookies.set(COOKIE, change(writer.cookies.get(COOKIE) ?? ''))
  }
})

describe('the history of a member', () => {
  test('is read from the standby where its entries are older than a day', async () => {
    const { data } = await writer.call('history.list', {
      params: { seasonId },
      query: { tab: 'Earned', before: 'latest' },
    })
    const cursor = String((data?.list[0]?.historyId ?? 0) + 1)
    const page = (before: string) =>
      counted(async () => {
        const reply = await writer.call('history.list', {
          params: { seasonId },
          query: { tab: 'Earned', before },
        })
        return reply.data?.list.length
      })
    await caughtUp()
    const newest = await page('latest')
    const recent = await page(cursor)
    server.clock.advance(OLD_ENTRY_MS)
    await logInAgain(writer)
    await ranking(writer)
    await caughtUp()
    const old = await page(cursor)
    const empty = await page('1')

    expect(newest).toEqual({ result: 1, read: {} })
    expect(recent).toEqual({ result: 1, read: { RECENT: 1 } })
    expect(old).toEqual({ result: 1, read: { use: 1 } })
    // A standby that lacks the entries returns no page either.
    expect(empty).toEqual({ result: 0, read: { RECENT: 1 } })
  })
})

describe('a standby', () => {
  test('has no known lag without a recent position of the primary, and is not asked', async () => {
    await caughtUp()
    await probed()

    server.clock.advance(SAMPLE_TTL_MS + 1)
    const { read } = await counted(() =>
      openBrowser(server).call('season.listPublic', { query: {} }),
    )

    expect(server.replica?.lag()).toBeUndefined()
    expect(await server.metricsText()).toMatch(/^solstice_replica_up 0$/m)
    expect(read).toEqual({ UNKNOWN_LAG: 1 })
  })

  test('is read in read-only transactions', async () => {
    const setting = sql`select current_setting('transaction_read_only') as value`

    const read = await server.replica?.read(undefined, ({ db }) => rowsOf(db, setting))

    expect(read).toEqual({ kind: 'read', result: [{ value: 'on' }] })
  })

  test('that takes over voids the positions, and a standby that follows it is read again', async () => {
    await ranking(writer)
    await caughtUp()
    const before = await ranking(writer)
    await replication.primary.kill()
    await heir.promote()
    proxy.turnTo(heir.port)
    timeline = 2
    // The pool has dropped the connections that the proxy closed.
    await expect.poll(() => writer.call('users.me', {}).then(({ code }) => code)).toBe(0)
    await sample()
    await expect
      .poll(async () => (await standby.query('select received_tli from pg_stat_wal_receiver'))[0], {
        timeout: 30_000,
      })
      .toBe(2)
    server.clock.advance(REST_MS)
    await caughtUp()
    const after = await ranking(writer)
    await caughtUp()
    const placed = await ranking(writer)

    expect(before.read).toEqual({ use: 1 })
    expect(after.read).toEqual({ OTHER_TIMELINE: 1 })
    expect(placed.read).toEqual({ use: 1 })
    expect(writer.cookies.get(COOKIE)).toMatch(/^2\./)
    await probed()
    expect(await server.metricsText()).toMatch(/^solstice_replica_up 1$/m)
    expect(await server.metricsText()).toMatch(/^solstice_replica_lag_(seconds|bytes) 0$/m)
  })

  test('that is killed costs no error, and rests after three failures', async () => {
    await ranking(writer)
    await caughtUp()
    await standby.kill()
    const { read } = await counted(async () => {
      for (let count = 1; count <= 5; count += 1) await ranking(writer)
    })

    expect(read).toEqual({ FAILED: 3, RESTING: 2 })
    await expect(server.replica?.probe()).rejects.toThrow(/Failed query|No answer/)
    expect(await server.metricsText()).toMatch(/^solstice_replica_up 0$/m)
  })
})
