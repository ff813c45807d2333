import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { DAY_MS, MINUTE_MS } from '../../packages/rules/src/duration.ts'
import { startPostgres } from '../../tools/postgres.ts'
import { ROOT } from '../../tools/run-step.ts'
import { psql } from './pgbench.ts'
import { memberRun, type MeasuredRun, type MemberRun } from './member-run.ts'
import { measureReplay, measureRoot } from './root-settlement.ts'
import type { Section } from './section.ts'

export const SETTLEMENT: Section<MemberRun> = {
  takes: '8 min',
  usesPostgres: true,
  run: async ({ members }) => [
    ...(await measureSettlement(members)),
    ...(await measureRoot(members)),
    await measureReplay(members),
  ],
  print: printSettlement,
}

/** The allowed memory growth of the worker, regardless of the number of members. */
const GROWTH_LIMIT_MB = 150

const run = promisify(execFile)

/**
 * Measures opening a season, settling a round and expiring its rewards with one worker on a durable
 * PostgreSQL. Half of the members have a wallet, and one in ten has a device.
 */
async function measureSettlement(members: number): Promise<MemberRun[]> {
  const cluster = await startPostgres({ durable: true })
  const folder = mkdtempSync(join(tmpdir(), 'solstice-bench-data-'))
  const startedAt = Date.now()
  const task = async <Reply>(name: string, at: number): Promise<Reply> => {
    const env = {
      ...process.env,
      NODE_ENV: 'development',
      LOG_LEVEL: 'error',
      DATABASE_URL: cluster.url,
      SOLSTICE_DATA: folder,
      SOLSTICE_NOW: new Date(at).toISOString(),
    }
    const file = join(ROOT, 'bench/src/settlement-run.ts')
    const { stdout } = await run(process.execPath, [file, name], { env })
    return JSON.parse(stdout) as Reply // Printed by settlement-run.ts.
  }
  const measure = async (name: string, kind: string, at: number, count: number) => {
    // Writes of the previous run must not be flushed during this one.
    await psql(cluster.url, 'checkpoint')
    const measured = await withProgress(`Measuring ${name}`, () => task<MeasuredRun>(kind, at))
    return memberRun(name, count, measured, GROWTH_LIMIT_MB)
  }
  try {
    const season = await task<Season>('season', startedAt)
    await withProgress('Inserting the members', () =>
      psql(cluster.url, makeMembers(members, season.roundId)),
    )
    for (const table of ['members', 'round_standings', 'push_subscriptions']) {
      await psql(cluster.url, `vacuum analyze ${table}`)
    }
    const { startAt, roundEndAt, expireAt } = season
    return [
      await measure('opening a season', 'season.open', Date.parse(startAt) + MINUTE_MS, members),
      await measure(
        'settling a round',
        'round.settle',
        Date.parse(roundEndAt) + 2 * MINUTE_MS,
        members,
      ),
      await measure(
        'expiring the rewards',
        'season.expire-rewards',
        Date.parse(expireAt) + 31 * DAY_MS,
        Math.floor(members / 2),
      ),
    ]
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Season = {
  seasonId: number
  roundId: number
  startAt: string
  roundEndAt: string
  expireAt: string
}

function makeMembers(count: number, roundId: number): string {
  const key =
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
  return `with made as (
      insert into members (email, password_hash, nickname, referral_code, wallet_address,
        terms_agreed_at, privacy_agreed_at, created_at)
      select 'settled-' || i || '@harbor.example', 'none', 'settled' || i, 'settled' || i,
        case when i % 2 = 0 then '0x' || lpad(to_hex(i), 40, '0') end, now(), now(), now()
      from generate_series(1, ${count}) i returning id
    ), devices as (
      insert into push_subscriptions (member_id, endpoint, p256dh, auth, created_at)
      select id, 'http://127.0.0.1:1/' || id, '${key}', 'BTBZMqHH6r4Tts7J_aSIgg', now()
      from made where id % 10 = 1
    )
    insert into round_standings (round_id, member_id, xp, check_in_days)
      select ${roundId}, id, 50 + id % 997, 3 from made`
}

function printSettlement(rows: readonly MemberRun[]): void {
  console.table(
    rows.map(({ name, members, seconds, perSecond, batches, peakMb, growthMb, ok }) => ({
      run: name,
      members,
      seconds: Number(seconds.toFixed(1)),
      'per second': Math.round(perSecond),
      batches,
      'peak MB': Math.round(peakMb),
      'growth MB': Math.round(growthMb),
      met: ok ? 'yes' : 'NO',
    })),
  )
  for (const { name, detail } of rows) if (detail !== undefined) console.log(`${name}: ${detail}`)
}
