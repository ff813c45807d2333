import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertMember, insertMembers } from '#test/insert-members.ts'
import { buffersOf, recordStatements, type Statement } from '#test/statement-buffers.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openTestDatabase } from '#test/test-database.ts'
import { signUpMember, type Browser } from '#test/test-member.ts'
import { aSeason, earnXp } from '#test/test-season.ts'
import { findAround } from './ranking.queries.ts'

const recorded = recordStatements()
let server: TestApp
let client: Client
beforeAll(async () => {
  const database = await openTestDatabase(recorded.logger)
  server = await startTestApp({ database })
  client = await connect()
})
afterAll(async () => {
  await client.end()
  await server.close()
})

async function connect(): Promise<Client> {
  const opened = new Client({ connectionString: server.database.url })
  await opened.connect()
  return opened
}

/** Returns the reads among the statements that the server sends meanwhile. */
async function readsDuring(act: () => Promise<unknown>): Promise<Statement[]> {
  recorded.statements.length = 0
  await act()
  return recorded.statements.filter(({ text }) => /^(?:select|with \S+ as \(+select)/.test(text))
}

async function addMoves(seasonId: number, count: number): Promise<void> {
  await client.query(
    `insert into ranking_moves (season_id, from_score, to_score)
      select $1, (i % 90) << 34, (i % 90 + 1) << 34 from generate_series(1, $2::bigint) as i`,
    [seasonId, count],
  )
}

describe('with many pending moves', () => {
  let seasonId: number
  let member: Browser
  beforeAll(async () => {
    ;({ seasonId } = await aSeason(server))
    const others = await insertMembers(server.ctx.db, 30)
    await earnXp(server, seasonId, new Map(others.map((id, at) => [id, 500 - at * 10])))
    member = await signUpMember(server)
    await member.call('mission.execute', { params: { seasonId, missionId: 1 }, body: {} })
    await client.query('delete from ranking_moves')
  })

  async function measured(statements: readonly Statement[]): Promise<number[]> {
    const buffers: number[] = []
    for (const statement of statements) buffers.push(await buffersOf(client, statement))
    return buffers
  }

  /** Returns the statements of these calls that read the ranking. */
  async function readsOfRanking(): Promise<Statement[]> {
    const reads = await readsDuring(async () => {
      await member.call('season.show', { params: { seasonId } })
      await member.call('ranking.list', { params: { seasonId } })
      await member.call('mission.execute', {
        params: { seasonId, missionId: 2 },
        body: { clientSeed: 'seed' },
      })
    })
    return reads.filter(({ text }) => /ranking_|season_standings/.test(text))
  }

  test('the season, the ranking and an executed mission read as many buffers as without any', async () => {
    const reads = await readsOfRanking()
    expect(reads.filter(({ text }) => text.includes('ranking_'))).toHaveLength(3)
    // The session plans its functions while the table is empty.
    await measured(reads)
    const none = await measured(reads)

    await addMoves(seasonId, 50_000)
    const many = await measured(reads)

    expect(reads.filter((_, at) => (many[at] ?? 0) > (none[at] ?? 0) + 10)).toEqual([])
    await client.query('delete from ranking_moves')
  })

  test('reads skip moves that were aggregated while a backup kept them from being removed', async () => {
    const reads = await readsOfRanking()
    await client.query('vacuum ranking_moves')
    const backup = await connect()
    await backup.query('begin isolation level repeatable read')
    await backup.query('select count(*) from members')
    const none = await measured(reads)

    await addMoves(seasonId, 50_000)
    const { rows } = await client.query<{ newest: string }>(
      'select max(id) as newest from ranking_moves',
    )
    // The transactions of all databases in the cluster count, so others may delay the progress.
    const aggregate = async (): Promise<number> => {
      await addMoves(seasonId, 20)
      await client.query('select ranking_aggregate(10000)')
      const progress = await client.query<{ aggregated_to: string }>('table ranking_progress')
      return Number(progress.rows[0]?.aggregated_to)
    }
    await expect
      .poll(aggregate, { timeout: 60_000 })
      .toBeGreaterThanOrEqual(Number(rows[0]?.newest))
    while ((await client.query('select 1 from ranking_moves')).rowCount !== 0)
      await client.query('select ranking_aggregate(10000)')
    const after = await measured(reads)
    await backup.end()

    // The last deleted moves and the versions of the updated counts remain.
    expect(reads.filter((_, at) => (after[at] ?? 0) > (none[at] ?? 0) + 100)).toEqual([])
  })

  test('a batch of the aggregation reads as many buffers as with few', async () => {
    const batch = { text: 'select ranking_aggregate(500)', params: [] }
    await addMoves(seasonId, 500)
    await buffersOf(client, batch)
    const few = await buffersOf(client, batch)

    await addMoves(seasonId, 50_000)
    const many = await buffersOf(client, batch)

    expect(many).toBeLessThanOrEqual(few * 1.5)
    await client.query('delete from ranking_moves')
  })
})

describe('with many members', () => {
  async function addStandings(seasonId: number, from: number, to: number): Promise<void> {
    await client.query(
      `insert into season_standings (season_id, member_id, xp, score)
        select $1::bigint, 1000000 + i, 10 + i % 900, ((10 + i % 900) << 34) + i
        from generate_series($2::bigint, $3::bigint) as i`,
      [seasonId, from, to],
    )
    await client.query('analyze season_standings')
  }

  test('the neighbours of a member take as many buffers as with few', async () => {
    const { seasonId } = await aSeason(server)
    const memberId = await insertMember(server.ctx.db)
    await earnXp(server, seasonId, new Map([[memberId, 500]]))
    await addStandings(seasonId, 1, 300)
    const [statement] = await readsDuring(() =>
      findAround(server.ctx.db, { seasonId, memberId, count: 2 }),
    )
    if (!statement) throw new Error('No statement was recorded')
    const few = await buffersOf(client, statement)

    await addStandings(seasonId, 301, 30_000)
    const many = await buffersOf(client, statement)

    // Each of its index scans may go through one more level of the index.
    expect(many).toBeLessThanOrEqual(few + 10)
  })
})
