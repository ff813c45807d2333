import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { LOCAL_NETWORKS } from '@solstice/devnet/genesis'
import { CALL_PURPOSES, type ContractKind } from '@solstice/rules/payout'
import { localTreasuryKey } from '#/adapters/local-treasury-key.ts'
import { openJournal, treasurySigner, type ChainLimits } from '#/modules/signer/signer.service.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { insertMember } from './insert-members.ts'
import { startTestApp } from './test-app.ts'
import { aWallet } from './test-wallet.ts'

export const TOKEN = LOCAL_NETWORKS[0]?.token.address ?? '0x'
export const KEY = localTreasuryKey(`0x${'5e'.repeat(32)}`)
export const FEES = {
  gas: 60_000n,
  maxFeePerGas: 2_000_000_000n,
  maxPriorityFeePerGas: 1_000_000_000n,
}

export const LIMITS: ChainLimits[] = [
  {
    chainId: 31_337,
    maxGas: 100_000n,
    maxFeePerGas: 5_000_000_000n,
    feesPerDay: 10n ** 18n,
    refundFeesPerDay: 10n ** 17n,
    tokens: [
      {
        contract: TOKEN.toLowerCase(),
        perPayout: 100n,
        perDestination: 150n,
        perDay: 300n,
        refundsPerDay: 200n,
      },
    ],
  },
]

type RowToSign = {
  address: string
  amount: number
  contract: string | null
  account: string
  purpose: string
  nonce?: number
  creates?: ContractKind
  subject?: number
}

export type SignerApp = Awaited<ReturnType<typeof startSignerApp>>

/** Starts the app with the rows that a signer reads and a folder for its journal. */
export async function startSignerApp() {
  const server = await startTestApp()
  const memberId = await insertMember(server.ctx.db)
  const folders: string[] = []
  const folder = () => folders.at(-1) ?? ''
  let nextNonce = 0

  /** Inserts a row as a worker does: with a nonce and its first attempt. */
  async function aPayout(change: Partial<RowToSign> = {}): Promise<number> {
    const row = { address: aWallet().address, amount: 50, contract: TOKEN, account: KEY.address }
    const made: RowToSign = { ...row, purpose: 'REWARD', ...change }
    const { address, amount, contract, account, purpose, nonce = nextNonce } = made
    const { creates = null, subject = null } = made
    const owner = CALL_PURPOSES.some((each) => each === purpose) ? null : memberId
    nextNonce += 1
    const at = sql`${server.ctx.now().toISOString()}::timestamptz`
    const [inserted] = await rowsOf<{ id: number | string }>(
      server.ctx.db,
      sql`insert into payouts (purpose, key, member_id, address, symbol, decimals, amount, chain_id,
          contract, state, nonce, account, created_at, reserved_at, creates, subject)
        values (${purpose}, ${`key-${nextNonce}`}, ${owner}::bigint, ${address}, 'USDS', 6, ${amount}, 31337,
          ${contract}::text, 'RESERVED', ${nonce}, ${account}, ${at}, ${at},
          ${creates}::text, ${subject}::bigint) returning id`,
    )
    const payoutId = Number(inserted?.id)
    await anAttempt(payoutId, 1, FEES)
    return payoutId
  }

  async function anAttempt(payoutId: number, attempt: number, fees: typeof FEES): Promise<void> {
    await server.ctx.db.execute(sql`insert into payout_attempts
        (payout_id, attempt, gas, max_fee, priority_fee, created_at)
      values (${payoutId}, ${attempt}, ${fees.gas.toString()}::numeric,
        ${fees.maxFeePerGas.toString()}::numeric, ${fees.maxPriorityFeePerGas.toString()}::numeric,
        ${server.ctx.now().toISOString()}::timestamptz)`)
  }

  return {
    server,
    aPayout,
    anAttempt,
    /** Resets before each test: a folder without a journal, and no payouts. */
    reset: async () => {
      folders.push(await mkdtemp(join(tmpdir(), 'solstice-signer-')))
      await server.ctx.db.execute(sql`delete from distribution_claims`)
      await server.ctx.db.execute(sql`delete from distribution_roots`)
      await server.ctx.db.execute(sql`delete from distribution_leaves`)
      await server.ctx.db.execute(sql`delete from payout_attempts`)
      await server.ctx.db.execute(sql`delete from payouts`)
      await server.ctx.db.execute(sql`delete from treasury_lanes`)
      return folder()
    },
    /** Starts the signer with only the state that its folder contains. */
    start: async (limits = LIMITS) => {
      const journal = await openJournal(folder())
      return { journal, signer: treasurySigner({ ...server.ctx, key: KEY, limits, journal }) }
    },
    lines: async () => (await readFile(join(folder(), 'journal.jsonl'), 'utf8')).split('\n'),
    close: async () => {
      await server.close()
      for (const each of folders) await rm(each, { recursive: true, force: true })
    },
  }
}
