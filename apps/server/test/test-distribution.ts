import { sql } from 'drizzle-orm'
import { encodeFunctionData, decodeFunctionResult } from 'viem'
import { REWARD_DISTRIBUTOR } from '@solstice/contracts/contracts'
import { findProblems } from '#/modules/distribution/reward-claim.queries.ts'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { rowsOf } from '#/platform/process/db.ts'
import type { TestApp } from './test-app.ts'
import { aSeason, settleRound } from './test-season.ts'
import { advanceChains } from './test-treasury.ts'
import { chainOf } from './test-wallet.ts'

/** Ends and settles a round in which each of the members has the same share. */
export async function settleShared(
  server: TestApp,
  memberIds: readonly number[],
  season?: Awaited<ReturnType<typeof aSeason>>,
  round = 0,
): Promise<{ season: Awaited<ReturnType<typeof aSeason>>; roundId: number }> {
  const shown = season ?? (await aSeason(server))
  const { roundId = 0, endAt = new Date(0) } = shown.rounds[round] ?? {}
  await server.ctx.db
    .execute(sql`insert into round_standings (round_id, member_id, xp, check_in_days)
      select ${roundId}, value::bigint, 100, 3
      from jsonb_array_elements_text(${JSON.stringify(memberIds)}::jsonb)`)
  server.clock.now = new Date(endAt.getTime() + 60_000)
  await settleRound(server.ctx, roundId)
  return { season: shown, roundId }
}

/** Gives members wallets without the pause of a registration. */
export async function giveWallet(
  { ctx }: TestApp,
  memberId: number,
  address: string | null,
): Promise<void> {
  await ctx.db.execute(sql`update members set wallet_address = ${address} where id = ${memberId}`)
}

/** Mines until the root of everything that is owed is final and released. */
export async function postRoots(server: TestApp): Promise<void> {
  for (let round = 0; round < 30; round += 1) {
    await advanceChains(server, 1)
    const open = await rowsOf(
      server.ctx.db,
      sql`select 1 from distributors d where step <> 'IDLE' and not exists (select 1 from payouts p
          where p.purpose = 'FUND' and p.held_for is not null and p.state = 'QUEUED')
        union all select 1 where not exists (select 1 from distributors where number > 0)`,
    )
    if (open.length === 0) return
  }
}

export type RewardRow = { state: string; address: string | null; root: number | null }

export async function rewardStates(
  { ctx }: TestApp,
  memberId: number,
): Promise<(RewardRow & { amount: string })[]> {
  return rowsOf(
    ctx.db,
    sql`select state, address, root_number::int as root, amount from round_rewards
      where member_id = ${memberId} order by round_id`,
  )
}

export async function distributorOf({
  ctx,
}: TestApp): Promise<{ contract: `0x${string}`; step: string; number: number }> {
  const [row] = await rowsOf<{ contract: `0x${string}`; step: string; number: number }>(
    ctx.db,
    sql`select contract, step, number::int as number from distributors`,
  )
  if (!row) throw new Error('There is no distributor')
  return row
}

/** Reads a value of the contract. */
export async function readContract(
  server: TestApp,
  functionName: string,
  args: unknown[] = [],
): Promise<unknown> {
  const { contract } = await distributorOf(server)
  const { abi } = REWARD_DISTRIBUTOR
  const data = encodeFunctionData({ abi, functionName, args })
  const to = { to: contract, data }
  const result = (await chainOf(server).node.call('eth_call', [to, 'latest'])) as `0x${string}` // The method returns bytes.
  return decodeFunctionResult({ abi, functionName, data: result })
}

/** Returns what violates the rules of the ledger and of the distributors. */
export async function problemsOf({ ctx }: TestApp): Promise<unknown[]> {
  return [...(await checkLedger(ctx.db)), ...(await findProblems(ctx.db))]
}
