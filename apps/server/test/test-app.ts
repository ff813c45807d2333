import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { startDevnet, type Devnet } from '@solstice/devnet/devnet'
import { LOCAL_CONFIRMATIONS, LOCAL_NETWORKS } from '@solstice/devnet/genesis'
import { jsonRpcChains } from '#/adapters/json-rpc-chains.ts'
import { prometheusMetrics } from '#/adapters/prometheus-metrics.ts'
import { fakePrices } from '#/adapters/price-sources.ts'
import { vapidKeysFrom } from '#/adapters/push-encryption.ts'
import { DEFAULT_PUSH_HOSTS, webPush } from '#/adapters/web-push.ts'
import { buildApp, type AppOptions } from '#/app.ts'
import { buildConsole, type ConsoleOptions } from '#/console-app.ts'
import { jobKinds } from '#/job-kinds.ts'
import { readMetrics } from '#/metric-readings.ts'
import { onChainProofs } from '#/modules/explorer/on-chain-proof.service.ts'
import { pointsLogSigner } from '#/modules/points-log/log-signer.ts'
import { seedLocalCaps, treasuryPayouts } from '#/modules/payout/payout.service.ts'
import { seedLocalNetworks } from '#/modules/network/network.service.ts'
import type { AppContext, Mail, TreasuryKey } from '#/platform/process/context.ts'
import type { Database } from '#/platform/process/db.ts'
import { keysFrom } from '#/platform/process/keys.ts'
import { createLogger } from '#/platform/process/logger.ts'
import { argon2idHasher } from '#/platform/process/password-hasher.ts'
import type { PostgresLimits } from '#/platform/process/postgres-pool.ts'
import { openReplica, type OpenReplica } from '#/platform/process/replica.ts'
import { sealerFrom } from '#/platform/process/seal.ts'
import { sharedValues } from '#/platform/process/shared.ts'
import { VERSION } from '#/platform/process/version.ts'
import { createWorker, type Worker } from '#/platform/process/worker.ts'
import { statementLog } from './statement-log.ts'
import { openTestDatabase } from './test-database.ts'
import { aSigner } from './test-signer.ts'

const NEVER_MS = 3_600_000

export const ORIGIN = 'http://solstice.test'
export const CONSOLE_ORIGIN = 'http://console.solstice.test'

/** A key of 32 bytes that only tests use. */
const TEST_VAPID_KEY = 'dGhlIGtleSBvZiBhIHNlcnZlciBpbiBvbmUgdGVzdCE'

export type TestApp = {
  app: FastifyInstance
  /** The host of the operators' console. */
  console: FastifyInstance
  ctx: AppContext
  database: Database & { url: string | undefined }
  /** Runs jobs only on request: `await worker.runDue()`. */
  worker: Worker
  /** All sent mails, oldest first. */
  mails: Mail[]
  /** The complete log as text. */
  log: { text: string }
  clock: { now: Date; advance: (ms: number) => void }
  /** Real chains if the test requested them; the test mines each block. */
  devnet: Devnet | undefined
  /** The standby that the test passed. */
  replica: OpenReplica | undefined
  /** The key of the treasury, for transactions that its owner sends outside the server. */
  treasuryKey: TreasuryKey
  /** Returns the metrics of the server if the test requested them. */
  metricsText: () => Promise<string>
  close: () => Promise<void>
}

/** Sends pushes to services on this machine. */
export function testPush(now: AppContext['now'], timeoutMs: number): ReturnType<typeof webPush> {
  return webPush({
    keys: vapidKeysFrom(TEST_VAPID_KEY),
    subject: 'mailto:ops@harbor.example',
    hosts: DEFAULT_PUSH_HOSTS,
    allowLoopback: true,
    now,
    timeoutMs,
  })
}

/** Starts the real app on a real database, with a clock that advances only when a test moves it. */
export async function startTestApp({
  withChains = false,
  withMetrics = false,
  withApprovals = false,
  database: given,
  replicaUrl,
  replicaLimits,
  console: consoleOptions = {},
  ...options
}: Partial<AppOptions> & {
  console?: Partial<ConsoleOptions>
  withChains?: boolean
  withMetrics?: boolean
  /** Makes calls above a threshold wait for a second person, as in production. */
  withApprovals?: boolean
  /** Used instead of a new database; it is closed with the app. */
  database?: TestApp['database']
  /** The address of a standby; a test samples the primary itself. */
  replicaUrl?: string
  /** Longer than in production where a test must not depend on the speed of the machine. */
  replicaLimits?: PostgresLimits
} = {}): Promise<TestApp> {
  const database = given ?? (await openTestDatabase(statementLog))
  const mails: Mail[] = []
  const log = { text: '' }
  const destination = new Writable({
    write: (chunk, _encoding, done) => {
      log.text += String(chunk)
      done()
    },
  })
  const clock = {
    now: new Date('2026-06-23T08:00:00.000Z'),
    advance: (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms)
    },
  }
  const devnet = withChains
    ? await startDevnet({ now: () => clock.now, blockMs: NEVER_MS })
    : undefined
  const baseContext: Pick<AppContext, 'db' | 'now' | 'chains' | 'explorer' | 'shared'> = {
    db: database.db,
    shared: sharedValues(database.db),
    now: () => clock.now,
    chains: jsonRpcChains({ devnet, localOrigin: ORIGIN }),
    explorer: { query: () => Promise.reject(new Error('The test has no explorer')) },
  }
  const logger = createLogger('trace', destination)
  const replica =
    replicaUrl === undefined
      ? undefined
      : openReplica(
          replicaUrl,
          { db: database.db, now: () => clock.now, log: logger },
          replicaLimits,
        )
  const treasury = aSigner(baseContext)
  const { connections } = database
  const metrics = withMetrics ? prometheusMetrics({ version: VERSION, connections }) : undefined
  // Long enough for a busy machine.
  const push = testPush(() => clock.now, 30_000)
  const ctx: AppContext = {
    ...baseContext,
    replica,
    randomBytes,
    keys: keysFrom('a key that only tests use, long enough'),
    lastingKeys: keysFrom('a master key that only tests use, long enough'),
    pointsLog: pointsLogSigner('a key of the points log that only tests use', 'solstice.test/log'),
    logKeys: keysFrom('a log key that only tests use, long enough'),
    pinSealer: sealerFrom('a master key that only tests use, long enough', 'pin-key'),
    // The real function at a cost that allows a thousand log-ins in a test run.
    passwords: argon2idHasher({ memoryKib: 64, passes: 1, lanes: 1 }),
    mailer: { send: async (mail) => void mails.push(mail) },
    spinSealer: sealerFrom('a master key that only tests use, long enough', 'spin-seed'),
    operatorSealer: sealerFrom('a master key that only tests use, long enough', 'operator-factor'),
    onChainProofs: onChainProofs(baseContext),
    payouts: treasuryPayouts({ now: () => clock.now }),
    treasury: treasury.signer,
    prices: fakePrices(() => clock.now),
    push,
    settings: {
      ipLimitFactor: 100,
      appOrigin: ORIGIN,
      consoleOrigin: CONSOLE_ORIGIN,
      supportEmail: 'help@solstice.example',
      ...(withApprovals ? {} : { approvals: 'off' as const }),
    },
    metrics,
    log: logger,
  }
  const worker = createWorker(ctx, jobKinds)
  const app = await buildApp(ctx, {
    production: false,
    publicOrigin: ORIGIN,
    trustProxy: false,
    devnet,
    ...options,
  })
  await app.ready()
  const console = await buildConsole(ctx, {
    production: false,
    trustProxy: false,
    consoleOrigin: CONSOLE_ORIGIN,
    ...consoleOptions,
  })
  await console.ready()
  const close = async (): Promise<void> => {
    await app.close()
    await console.close()
    await devnet?.close()
    await treasury.close()
    await push.close()
    await replica?.close()
    await database.close()
  }
  if (devnet) {
    await seedLocalNetworks(ctx, LOCAL_NETWORKS, LOCAL_CONFIRMATIONS)
    await seedLocalCaps(ctx, LOCAL_NETWORKS)
  }
  const metricsText = async () => (await metrics?.text(await readMetrics(ctx))) ?? ''
  const { key: treasuryKey } = treasury
  return {
    app,
    console,
    ctx,
    database,
    worker,
    mails,
    log,
    clock,
    devnet,
    replica,
    treasuryKey,
    metricsText,
    close,
  }
}
