import { afterEach, beforeEach, expect, test } from 'vitest'
import { NOTHING_REMEMBERED, verifyMember, type Remembered } from '@solstice/points-log/member'
import { nodeCrypto } from '@solstice/points-log/node-crypto'
import { insertMember } from '#test/insert-members.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { at, credit } from '#test/test-ledger.ts'
import { advanceCheckpoint } from '#/platform/books/ledger-checkpoint.ts'
import { beginPartition, detachPartition } from '#/platform/books/ledger-partitions.ts'
import { memberLog } from './member-log.service.ts'
import { appendAllPostings } from './points-log.service.ts'

let server: TestApp
beforeEach(async () => {
  server = await startTestApp()
})
afterEach(() => server.close())

/** Verifies as a phone does, which remembers this. */
async function verified(memberId: number, remembered: Remembered = { ...NOTHING_REMEMBERED }) {
  const { count: after, size: seen } = remembered
  const page = await memberLog(server.ctx, memberId, { after, seen })
  return verifyMember(nodeCrypto, { memberId, page, remembered })
}

async function archiveFirstPartition(): Promise<void> {
  const { db } = server.ctx
  await advanceCheckpoint(db, { at })
  await detachPartition(db, 0, at)
}

test('a new phone starts from the sum of archived entries and counts them', async () => {
  const { db } = server.ctx
  const member = await insertMember(db)
  await credit(db, member, 10n)
  await credit(db, member, 20n)
  await appendAllPostings(server.ctx)
  const before = await verified(member)
  await beginPartition(db, { period: 'season:1', at })
  await credit(db, member, 3n)
  await appendAllPostings(server.ctx)
  await archiveFirstPartition()

  expect(await verified(member)).toMatchObject({
    ok: true,
    count: 3,
    hasBalances: true,
    remembered: { archived: 2 },
  })
  const known = before.ok ? before.remembered : undefined
  expect(await verified(member, known)).toMatchObject({
    ok: true,
    count: 3,
    remembered: { archived: 0 },
  })
})

test('postings that were archived before they had entries are part of the balances', async () => {
  const { db } = server.ctx
  const member = await insertMember(db)
  await credit(db, member, 10n)
  await beginPartition(db, { period: 'season:1', at })
  await credit(db, member, 3n)
  await archiveFirstPartition()
  await appendAllPostings(server.ctx)

  expect(await verified(member)).toMatchObject({
    ok: true,
    count: 1,
    hasBalances: true,
    remembered: { archived: 0 },
  })
})
