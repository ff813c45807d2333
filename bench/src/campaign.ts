import { spawn } from 'node:child_process'
import { createECDH } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { encryptPush } from '../../apps/server/src/adapters/push-encryption.ts'
import { ROOT } from '../../tools/run-step.ts'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { printTable, type Result } from './compare.ts'
import { psql } from './pgbench.ts'
import { processorSecondsOf } from './processor-time.ts'
import { startProgram } from './program.ts'
import type { Section } from './section.ts'
import { MEMBERS } from './statements.ts'
import { OPERATOR_TOKEN, withMembers, type MemberServer } from './with-members.ts'

/** More for each member than the app allows, so that the campaign is long with few members. */
const DEVICES = 30 * MEMBERS
/** The time after which the push service responds. */
const LATENCY_MS = 100
const MEGABYTE = 1024 * 1024
/** The allowed memory growth of the worker, regardless of the number of devices. */
const GROWTH_LIMIT_MB = 150
/** The pushes per second that one worker has to send. */
const LEAST_PER_SECOND = 1000

const KEYS = (() => {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return { p256dh: pair.getPublicKey('base64url'), auth: 'BTBZMqHH6r4Tts7J_aSIgg' }
})()

export const CAMPAIGN: Section<CampaignResult> = {
  takes: '3 min',
  usesPostgres: true,
  run: async () => [
    await withMembers(
      (members) => withProgress('Measuring a campaign', () => measureCampaign(members)),
      { BENCH_WORKER: 'none' },
    ),
  ],
  print: (campaigns) => {
    printTable(campaigns)
    for (const campaign of campaigns) console.log(campaignText(campaign))
  },
}

type Counts = { total: number; devices: number; most: number }

export type CampaignResult = Result & {
  growthMb: number
  growthLimitMb: number
  /** The processor time of the worker for each push; results before it was measured lack it. */
  processorMs?: number
  /** The required speed and the load of the machine meanwhile; earlier results lack both. */
  leastPerSecond?: number
  load?: number
  restarted: Counts
}

/**
 * Measures one campaign with one worker as in production and a push service that responds late: its
 * speed relative to encryption alone, its memory and processor time, and whether a restart in the
 * middle skips or repeats a device.
 */
async function measureCampaign({
  databaseUrl,
  server,
  env,
}: MemberServer): Promise<CampaignResult> {
  const sink = await startProgram('push-sink-server.ts', { LATENCY_MS: String(LATENCY_MS) })
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
    const reply = await fetch(new URL(`/v1/operator/${resource}`, server.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
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
  const idleSeconds = worker.processorSeconds()
  await startCampaign()
  const startedAt = performance.now()
  await untilSent(DEVICES)
  const perSecond = (DEVICES / (performance.now() - startedAt)) * 1000
  const [load = 0] = loadavg()
  const growthMb = (worker.peakBytes() - idleBytes) / MEGABYTE
  const processorMs = ((worker.processorSeconds() - idleSeconds) * 1000) / DEVICES
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
    name: `a campaign to ${DEVICES} devices at ${LATENCY_MS} ms`,
    target: undefined,
    aim: undefined,
    ratio,
    ok:
      perSecond >= LEAST_PER_SECOND &&
      restarted.devices === DEVICES &&
      restarted.most === 1 &&
      growthMb < GROWTH_LIMIT_MB,
    ours: { name: 'claimed, encrypted, sent, marked', perSecond, rounds: [perSecond] },
    theirs: { name: 'encryption alone', perSecond: encrypted, rounds: [encrypted] },
    growthMb,
    growthLimitMb: GROWTH_LIMIT_MB,
    processorMs,
    leastPerSecond: LEAST_PER_SECOND,
    load,
    restarted,
  }
}

/** Formats the results that the ratio does not show. */
export function campaignText(result: CampaignResult): string {
  const { growthMb, growthLimitMb, processorMs, leastPerSecond, load, restarted, ours } = result
  const speed =
    leastPerSecond === undefined
      ? ''
      : `The campaign sent ${ours.perSecond.toFixed(0)} pushes per second (at least ` +
        `${leastPerSecond}) at a load of ${(load ?? 0).toFixed(1)}. `
  const spent =
    processorMs === undefined ? '' : `, and spent ${processorMs.toFixed(2)} ms of a core per push`
  return (
    `${speed}The campaign's worker grew by ${growthMb.toFixed(0)} MB (limit ${growthLimitMb})${spent}. ` +
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
  const count = 2000
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
    processorSeconds: () => processorSecondsOf(child.pid),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
