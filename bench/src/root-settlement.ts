import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { MINUTE_MS } from '../../packages/rules/src/duration.ts'
import { startPostgres } from '../../tools/postgres.ts'
import { ROOT } from '../../tools/run-step.ts'
import { memberRun, type MeasuredRun, type MemberRun } from './member-run.ts'
import { psql } from './pgbench.ts'

/** The hashes of a million shares take 64 MB, and the signer hashes them again. */
const ROOT_GROWTH_LIMIT_MB = 400
/** The sums of a million members take some 100 bytes each. */
const REPLAY_GROWTH_LIMIT_MB = 300
const SAMPLED_CLAIMS = 1000
const WRONG_CLAIMS = 30

const run = promisify(execFile)

type RootRun = {
  settling: MeasuredRun
  making: MeasuredRun
  posting: MeasuredRun
  releasing: MeasuredRun
  claiming: MeasuredRun
  recipients: number
  claims: number
  transactions: Partial<Record<string, number>>
  nonce: number
  rootNumber: number
  gasPerClaim: number
  received: number
  refused: number
  hasIndependentRoot: boolean
}

/** Settles a round whose recipients all have a wallet by a root, and claims for a sample of them. */
export async function measureRoot(members: number): Promise<MemberRun[]> {
  const cluster = await startPostgres({ durable: true })
  const folder = mkdtempSync(join(tmpdir(), 'solstice-bench-data-'))
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
    DATABASE_URL: cluster.url,
    SOLSTICE_DATA: folder,
  }
  const program = async <Reply>(...given: string[]): Promise<Reply> => {
    const { stdout } = await run(process.execPath, given, { env, cwd: ROOT })
    return JSON.parse(stdout) as Reply // Printed by the program.
  }
  try {
    const season = await program<{ roundId: number; roundEndAt: string }>(
      'bench/src/settlement-run.ts',
      'season',
    )
    await withProgress('Inserting the recipients', () =>
      psql(cluster.url, makeRecipients(members, season.roundId)),
    )
    for (const table of ['members', 'round_standings']) {
      await psql(cluster.url, `vacuum analyze ${table}`)
    }
    const settleAt = new Date(Date.parse(season.roundEndAt) + 2 * MINUTE_MS).toISOString()
    const sample = Math.min(SAMPLED_CLAIMS, members)
    const result = await withProgress('Measuring a round that is settled by a root', () =>
      program<RootRun>('--expose-gc', 'bench/src/root-run.ts', cluster.url, settleAt, `${sample}`),
    )
    return rowsOf(result, sample)
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function rowsOf(result: RootRun, sample: number): MemberRun[] {
  const { recipients, transactions, claims, received, refused } = result
  const row = (name: string, measured: MeasuredRun) =>
    memberRun(name, recipients, measured, ROOT_GROWTH_LIMIT_MB)
  const making = row('making its root', result.making)
  const posting = row('posting the root', result.posting)
  const claiming = row('claiming for a sample', result.claiming)
  const isOnChain = transactions['ROOT'] === 1 && result.rootNumber === 1
  const isClaimed = claims === sample && received === sample && refused === WRONG_CLAIMS
  return [
    row('settling a round by a root', result.settling),
    {
      ...making,
      ok: making.ok && result.hasIndependentRoot,
      detail: `an independent implementation ${result.hasIndependentRoot ? 'computes the same root' : 'computes ANOTHER root'}`,
    },
    {
      ...posting,
      ok: posting.ok && isOnChain,
      detail: `${transactions['ROOT']} transaction for ${recipients.toLocaleString('en-US')} recipients, after ${transactions['FUND']} that funds the contract`,
    },
    row('releasing the rewards', result.releasing),
    {
      ...claiming,
      members: claims,
      perSecond: claims / claiming.seconds,
      ok: isClaimed,
      detail:
        `${claims} claims in ${transactions['CLAIM']} transactions, ` +
        `${Math.round(result.gasPerClaim).toLocaleString('en-US')} gas each; ${received} accounts have the exact amount; ` +
        `${refused} of ${WRONG_CLAIMS} wrong claims reverted`,
    },
  ]
}

/** Addresses begin after those that a chain reserves. */
function makeRecipients(count: number, roundId: number): string {
  return `with made as (
      insert into members (email, password_hash, nickname, referral_code, wallet_address,
        terms_agreed_at, privacy_agreed_at, created_at)
      select 'paid-' || i || '@harbor.example', 'none', 'paid' || i, 'paid' || i,
        '0x' || lpad(to_hex(i + 65536), 40, '0'), now(), now(), now()
      from generate_series(1, ${count}) i returning id
    )
    insert into round_standings (round_id, member_id, xp, check_in_days)
      select ${roundId}, id, 50 + id % 997, 3 from made`
}

/** Replays a settlement from a generated log of four leaves a member, with a small heap. */
export async function measureReplay(members: number): Promise<MemberRun> {
  const given = [
    '--max-old-space-size=320',
    '--max-semi-space-size=16',
    'bench/src/replay-run.ts',
    `${members}`,
  ]
  const { stdout } = await withProgress('Measuring the replay of a settlement', () =>
    run(process.execPath, given, { cwd: ROOT }),
  )
  const measured = JSON.parse(stdout) as MeasuredRun & { isEqual: boolean } // Printed by replay-run.ts.
  const row = memberRun('replaying the settlement', members, measured, REPLAY_GROWTH_LIMIT_MB)
  const detail = measured.isEqual ? 'every share is equal' : 'shares DIFFER'
  return { ...row, ok: row.ok && measured.isEqual, detail }
}
