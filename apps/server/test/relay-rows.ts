import { eq } from 'drizzle-orm'
import { programmeMonthOf } from '@solstice/rules/relay'
import { relaySends } from '#/modules/relay/relay.table.ts'
import { insertPayouts } from '#/modules/payout/payout.queries.ts'
import type { Db } from '#/platform/process/db.ts'

const ADDRESS = `0x${'1'.repeat(40)}`
const CHAIN_ID = 31_337

/** The values of a send that waits. */
export const aSendRow = (memberId: number, now: Date) => ({
  memberId,
  chainId: CHAIN_ID,
  relay: ADDRESS,
  owner: `0x${'2'.repeat(40)}`,
  recipient: `0x${'3'.repeat(40)}`,
  token: `0x${'4'.repeat(40)}`,
  symbol: 'USDS',
  decimals: 6,
  amount: 5n,
  nonce: BigInt(memberId),
  deadline: new Date(now.getTime() - 60_000),
  intent: Buffer.alloc(65, 1),
  permit: Buffer.alloc(65, 1),
  month: programmeMonthOf(now),
  feeMax: 1n,
  state: 'QUEUED' as const,
  createdAt: now,
})

/** Writes a send that waits, and the call that it requested, as the service does. */
export async function aRelayedSend(
  db: Db,
  memberId: number,
  now: Date,
): Promise<{ sendId: number; payoutId: number }> {
  const [row] = await db
    .insert(relaySends)
    .values(aSendRow(memberId, now))
    .returning({ id: relaySends.id })
  const sendId = row?.id ?? 0
  const [made] = await insertPayouts(db, [
    {
      purpose: 'RELAY',
      key: `relay:${sendId}`,
      memberId,
      address: ADDRESS,
      symbol: 'ETH',
      decimals: 18,
      amount: 0n,
      chainId: CHAIN_ID,
      contract: null,
      subject: sendId,
      at: now,
    },
  ])
  const payoutId = made?.id ?? 0
  await db.update(relaySends).set({ payoutId }).where(eq(relaySends.id, sendId))
  return { sendId, payoutId }
}
