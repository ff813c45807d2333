import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMeasuredDatabase } from '#test/measured-database.ts'
import { grownBuffers } from '#test/statement-buffers.ts'
import { findLinkFacts, findMemberIds } from './facts.queries.ts'
import { findHoldsOf, lapseNext } from './hold.queries.ts'
import { findSharing, replaceLinks } from './links.queries.ts'

let measured: Awaited<ReturnType<typeof openMeasuredDatabase>>
beforeAll(async () => {
  measured = await openMeasuredDatabase()
})
afterAll(() => measured.close())

const FEW = 8_000
const MANY = 60_000
const BATCH = 5
const DUE = 100

/** Inserts members with a wallet, links and an ended hold each, up to the given id. */
function membersUpTo(last: number, first: number): string[] {
  const each = `generate_series(${first}, ${last}) i`
  const at = `timestamptz '2026-06-01T00:00:00Z'`
  return [
    // The rows need no referrer and no block here.
    'set session_replication_role = replica',
    `insert into members (id, email, password_hash, nickname, referral_code, referred_by,
        referred_at, wallet_address, terms_agreed_at, privacy_agreed_at, created_at)
      overriding system value
      select i, i || '@harbor.example', 'none', 'm' || i, 'm' || i, i / 10, ${at}, '0x' || i, ${at},
        ${at}, ${at} from ${each}`,
    `insert into chain_transfers (chain_id, tx_hash, log_index, block_number, contract,
        from_address, to_address, value)
      select n.chain_id, 't' || i, 0, i, '0xtoken', '0xexchange', '0x' || i, 1
      from ${each}, networks n`,
    `insert into hold_links (member_id, kind, key, found_at)
      select i, 'FUNDING', 'exchange', ${at} from ${each}
      union all select i, 'MAILBOX', 'large', ${at} from ${each}
      union all select i, 'STAR', (i / 10)::text, ${at} from ${each}`,
    `insert into holds (member_id, group_id, state, score, signals, peers, opened_at, until, ended_at)
      select i, i / 10, 'LAPSED', 100, '{STAR}', 7, ${at}, ${at} + interval '14 days',
        ${at} + interval '14 days' from ${each}`,
  ]
}

test('a batch of the assessment and of the ends reads as many buffers with many members as with few', async () => {
  const { db, buffersOf, fill } = measured
  const now = new Date('2026-07-01T00:00:00.000Z')
  const measureAt = async (total: number) => {
    const after = total / 2
    const ids = Array.from({ length: BATCH }, (_, index) => after + 1 + index)
    const range = { after, last: after + BATCH }
    const links = ids.map((memberId) => ({ memberId, kind: 'NAME' as const, key: 'new' }))
    const batches = {
      facts: () => findLinkFacts(db, { after, count: BATCH, faucets: [] }),
      links: () => replaceLinks(db, range, links, now),
      members: () => findMemberIds(db, { after, count: BATCH }),
      sharing: () => findSharing(db, ids),
      holds: () => findHoldsOf(db, ids),
      ends: () => lapseNext(db, now, DUE),
    }
    const buffers = new Map<string, number>()
    for (const [name, run] of Object.entries(batches)) buffers.set(name, await buffersOf(run))
    return buffers
  }
  /** A batch is run once before it is measured, so each size has two of them. */
  const due = (from: number) => `insert into holds
      (member_id, group_id, state, score, signals, peers, opened_at, until)
    select i, 0, 'OPEN', 100, '{STAR}', 7, '2026-06-01', '2026-06-15'
    from generate_series(${from}, ${from + 2 * DUE - 1}) i`

  await fill(...membersUpTo(FEW, 1), due(1))
  const few = await measureAt(FEW)
  await fill(...membersUpTo(MANY, FEW + 1), due(FEW + 1))
  const many = await measureAt(MANY)

  expect(grownBuffers(few, many)).toEqual([])
})
