import { spawn } from 'node:child_process'
import { createECDH } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { encryptPush } from '../../apps/server/src/adapters/push-encryption.ts'
import { ROOT } from '../../tools/run-step.ts'
import type { Result } from './compare.ts'
import { psql } from './pgbench.ts'
import { startProgram } from './program.ts'
import { MEMBERS } from './statements.ts'

/** Ten for each member, which is the maximum. */
const DEVICES = 10 * MEMBERS
const MEGABYTE = 1024 * 1024
/** The allowed memory growth of the worker, regardless of the number of devices. */
const GROWTH_LIMIT_MB = 150

const KEYS = (() => {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return { p256dh: pair.getPublicKey('base64url'), auth: 'BTBZMqHH6r4Tts7J_aSIgg' }
})()

type Counts = { total: number; devices: number; most: number }

export type CampaignResult = Result & {
  growthMb: number
  growthLimitMb: number
  restarted: Counts
}

/**
 * Measures one campaign to ten thousand devices with the worker as in production: its speed
 * relative to encryption alone, its memory, and whether a restart in the middle skips or repeats a
 * device.
 */
export async function measureCampaign(
  databaseUrl: string,
  server: URL,
  env: NodeJS.ProcessEnv,
  operatorToken: string,
): Promise<CampaignResult> {
  const sink = await startProgram('push-sink-server.ts', {})
  const counts = async () => (await (await fetch(sink.url)).json()) as Counts
  const resetSink = () => fetch(sink.url, { method: 'DELETE' })
  for (const statement of devicesAt(sink.url)) await psql(databaseUrl, statement)

  const startCampaign = async () => {
    const text = { en: 'The season opens on Friday', ko: '시즌이 금요일에 열려요' }
    const { noticeId } = await post<{ noticeId: number }>('notices', {
      title: text,
      content: text,
    })
    await post('campaigns', { noticeId })
  }
  async function post<Data>(resource: string, body: object): Promise<Data> {
    const reply = await fetch(new URL(`/v1/operator/${resource}`, server), {
      method: 'POST',
      headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { code, data } = (await reply.json()) as { code: number; data: Data }
    if (code !== 0) throw new Error(`${resource} answered ${code}`)
    return data
  }
  const untilSent = async (expected: number) => {
    while ((await counts()).total < expected) await sleep(20)
  }

  // The first run is uninterrupted.
  const worker = await startWorker(env)
  await sleep(1000)
  const idleBytes = worker.peakBytes()
  await startCampaign()
  const startedAt = performance.now()
  await untilSent(DEVICES)
  const perSecond = (DEVICES / (performance.now() - startedAt)) * 1000
  const growthMb = (worker.peakBytes() - idleBytes) / MEGABYTE
  await worker.stop()

  // The second run replaces the worker in the middle.
  await resetSink()
  await startCampaign()
  const first = await startWorker(env)
  await untilSent(DEVICES / 3)
  await first.stop()
  const second = await startWorker(env)
  await untilSent(DEVICES)
  // Leave time for duplicates to be sent.
  await sleep(2000)
  await second.stop()
  const restarted = await counts()
  await sink.stop()

  const encrypted = encryptionsPerSecond()
  const ratio = perSecond / encrypted
  return {
    name: `a campaign to ${DEVICES} devices`,
    target: undefined,
    aim: undefined,
    ratio,
    ok: restarted.devices === DEVICES && restarted.most === 1 && growthMb < GROWTH_LIMIT_MB,
    ours: { name: 'claimed, encrypted, sent, marked', perSecond, rounds: [perSecond] },
    theirs: { name: 'encryption alone', perSecond: encrypted, rounds: [encrypted] },
    growthMb,
    growthLimitMb: GROWTH_LIMIT_MB,
    restarted,
  }
}

/** Formats the results that the ratio does not show. */
export function campaignText({ growthMb, growthLimitMb, restarted }: CampaignResult): string {
  return (
    `The campaign's worker grew by ${growthMb.toFixed(0)} MB (limit ${growthLimitMb}). ` +
    `Restarted in the middle, ${restarted.devices} devices got ${restarted.total} messages, ` +
    `none more than ${restarted.most}.`
  )
}

function devicesAt(sink: URL): string[] {
  return [
    `insert into push_subscriptions (member_id, endpoint, p256dh, auth, created_at)
      select 1 + i % ${MEMBERS}, '${sink.origin}/device/' || i, '${KEYS.p256dh}', '${KEYS.auth}', now()
      from generate_series(1, ${DEVICES}) i`,
    // Disable quiet hours, so that the time of day does not matter.
    `insert into quiet_hours (member_id, enabled, from_minute, to_minute, time_zone)
      select i, false, 0, 0, 'UTC' from generate_series(1, ${MEMBERS}) i`,
  ]
}

/** Encrypts the same payloads one after another on one core. */
function encryptionsPerSecond(): number {
  const count = DEVICES / 5
  const message = { code: 'NOTICE', data: { notificationId: 1 }, timestamp: 1_800_000_000_000 }
  const payload = Buffer.from(JSON.stringify({ ...message, lang: 'en' }))
  const startedAt = performance.now()
  for (let turn = 0; turn < count; turn += 1) encryptPush(payload, KEYS)
  return (count / (performance.now() - startedAt)) * 1000
}

/** Starts `npm run worker` on the same database. */
async function startWorker(env: NodeJS.ProcessEnv) {
  const command = ['--pdeathsig=TERM', process.execPath, join(ROOT, 'apps/server/src/worker.ts')]
  const child = spawn('setpriv', command, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  return {
    /** Returns the peak memory that the kernel reports. */
    peakBytes: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
