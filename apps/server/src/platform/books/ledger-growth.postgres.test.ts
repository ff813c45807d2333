import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buffersOf, type Statement } from '#test/statement-buffers.ts'
import { insertMembers } from '#test/insert-members.ts'
import { openTestDatabase } from '#test/test-database.ts'

const MEMBERS = 6000

let database: Awaited<ReturnType<typeof openTestDatabase>>
let members: number[]
let keys = 0

/** A batch that credits season XP to each of the members. */
function batchFor(of: readonly number[]): Statement {
  const scope = 'season:1'
  const posts = of.map((member) => ({
    kind: 'XP',
    key: `growth:${(keys += 1)}`,
    at: '2026-06-23T08:00:00Z',
    entries: [
      { system: 'ISSUANCE', asset: 'SEASON_XP', scope, amount: '-1' },
      { member, asset: 'SEASON_XP', scope, amount: '1' },
    ],
  }))
  return { text: 'select * from ledger_post_all($1::jsonb)', params: [JSON.stringify(posts)] }
}

/** A transfer between two members. */
function transferOf(from: number, to: number): Statement {
  const unit = { asset: 'SEASON_XP', scope: 'season:1' }
  const entries = [
    { member: from, ...unit, amount: '-1' },
    { member: to, ...unit, amount: '1' },
  ]
  const text = `select * from ledger_post('MOVE', 'growth:${(keys += 1)}', '2026-06-23T08:00:00Z', '{}', $1::jsonb)`
  return { text, params: [JSON.stringify(entries)] }
}

async function connected<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  database = await openTestDatabase()
  members = await insertMembers(database.db, MEMBERS)
  await connected(async (client) => {
    await client.query(`insert into seasons (state, title, description, start_at, end_at, reward_symbol,
        reward_decimals, xp_per_level, top_level, check_in_base_xp, check_in_bonus_every,
        check_in_bonus_xp, free_spins_per_day, tickets_per_spin, plan, created_at)
      values ('DRAFT', '{}', '{}', '2026-06-01', '2026-07-01', 'USDS', 6, 1, 1, 1, 1, 1, 1, 1, '{}', now())`)
    for (let at = 0; at < MEMBERS; at += 2000) {
      const { text, params } = batchFor(members.slice(at, at + 2000))
      await client.query(text, [...params])
    }
    await client.query('vacuum analyze')
  })
})
afterAll(() => database.close())

/** Returns the buffers of a statement after others in the same session. */
const buffersAfter = (earlier: readonly Statement[], statement: () => Statement) =>
  connected(async (client) => {
    for (const each of earlier) await buffersOf(client, each)
    await buffersOf(client, statement())
    return buffersOf(client, statement())
  })

test.each([
  ['one posting', () => batchFor(members.slice(0, 1))],
  ['a transfer between members', () => transferOf(members[0] ?? 0, members[1] ?? 0)],
])('%s reads as many buffers after a large batch as without one', async (_label, statement) => {
  const without = await buffersAfter([], statement)

  const after = await buffersAfter([batchFor(members)], statement)

  expect(after).toBeLessThanOrEqual(without + 20)
})
