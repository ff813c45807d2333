import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startDevnet, type Devnet } from '@solstice/devnet/devnet'
import { alarmWebhook } from './adapters/alarm-webhook.ts'
import { etherscanExplorer } from './adapters/etherscan-explorer.ts'
import { jsonRpcChains } from './adapters/json-rpc-chains.ts'
import { fileMailbox, type Mailbox } from './adapters/mailbox-mailer.ts'
import { fakePrices, priceApi } from './adapters/price-sources.ts'
import { vapidKeysFrom } from './adapters/push-encryption.ts'
import type { PrometheusMetrics } from './adapters/prometheus-metrics.ts'
import { smtpMailer } from './adapters/smtp-mailer.ts'
import { DEFAULT_PUSH_HOSTS, webPush } from './adapters/web-push.ts'
import { hasDevelopmentData } from './demo/development-data.ts'
import { readMetrics } from './metric-readings.ts'
import { logOriginOf, pointsLogSigner } from './modules/points-log/log-signer.ts'
import { onChainProofs } from './modules/explorer/on-chain-proof.service.ts'
import { treasuryPayouts } from './modules/payout/payout.service.ts'
import { runSilently, type RunStep } from './platform/process/progress.ts'
import { systemClock, type Clock } from './platform/process/clock.ts'
import type { AppContext } from './platform/process/context.ts'
import { openPglite, openPostgres, type Database } from './platform/process/db.ts'
import type { Env } from './platform/process/env.ts'
import { checkCtype } from './platform/process/ctype.ts'
import { isUnencrypted } from './platform/process/database-settings.ts'
import { claimDatabase } from './platform/process/environment.ts'
import { dieAt } from './platform/process/fault-points.ts'
import { lockFolder } from './platform/process/folder-lock.ts'
import { logKeysOf } from './platform/process/key-settings.ts'
import { keysFrom, secretFromFolder } from './platform/process/keys.ts'
import { createLogger, type Logger } from './platform/process/logger.ts'
import { migrate } from './platform/process/migrate.ts'
import { argon2idHasher } from './platform/process/password-hasher.ts'
import type { PostgresLimits } from './platform/process/postgres-pool.ts'
import { openReplica, startSampling } from './platform/process/replica.ts'
import { sharedValues } from './platform/process/shared.ts'
import { checkSealingKeys } from './platform/process/sealing-keys.ts'
import { sealerFrom } from './platform/process/seal.ts'
import { VERSION } from './platform/process/version.ts'
import { sealedValues } from './sealed-values.ts'
import { treasuryFor } from './treasury-signer.ts'

export type Composition = {
  ctx: AppContext
  database: Database
  clock: Clock
  /** The mailbox that is used when there is no mail server. */
  mailbox: Mailbox | undefined
  /** Returns the metrics text, if metrics are enabled. */
  metricsText: (() => Promise<string>) | undefined
  /** The local chains, if this process runs them. */
  devnet: Devnet | undefined
  /** Closes everything in order. */
  close: () => Promise<void>
}

/**
 * Turns settings into adapters and adapters into a context. This is the only file that imports
 * every adapter.
 */
export async function compose(
  env: Env,
  {
    runsChains = false,
    servesMembers = false,
    limits,
    runStep = runSilently,
  }: {
    runsChains?: boolean
    /** Opens the replica, which only members' reads use. */
    servesMembers?: boolean
    limits?: PostgresLimits
    runStep?: RunStep
  } = {},
): Promise<Composition> {
  const log = createLogger(env.logLevel)
  const clock = systemClock()
  if (env.startAt) clock.setTo(env.startAt)

  if (env.production && env.databaseUnencrypted) {
    log.warn('DATABASE_URL has no sslmode: the database connection is unencrypted')
  }
  const { databaseUrl } = env
  const database = await runStep('Opening the database', () =>
    databaseUrl
      ? openPostgres(
          databaseUrl,
          (error) => log.error({ err: error }, 'A database connection was lost'),
          limits,
        )
      : openPglite(env.dataFolder),
  )
  await checkCtype(database.db)
  const [chains] = await Promise.all([
    runsChains && env.localChains
      ? runStep('Starting the local chains', () => openLocalChains(env, clock, log))
      : undefined,
    runStep('Migrating the database', () => migrate(database)),
  ])
  await claimDatabase({ db: database.db, now: clock.now }, environmentOf(env), () =>
    hasDevelopmentData(database, env.dataFolder),
  )

  const replica =
    servesMembers && env.replicaUrl !== undefined
      ? openSampledReplica(env, env.replicaUrl, { db: database.db, now: clock.now, log })
      : undefined
  const metrics = env.metrics && (await loadMetrics(database))
  const mailbox = fileMailbox(join(env.dataFolder, 'mailbox.jsonl'), clock.now)
  const sessionKey = env.sessionKey ?? (await secretFromFolder(env.dataFolder, 'session-key'))
  const pinMasterKey =
    env.pinMasterKey ?? (await secretFromFolder(env.dataFolder, 'pin-master-key'))
  const vapidKey = env.vapidPrivateKey ?? (await secretFromFolder(env.dataFolder, 'vapid-key'))
  const { previousKeys } = env
  // Fingerprints are compared with stored ones, so they stay on the first key, which has to be set
  // before the master key is replaced.
  const fingerprintKey = env.fingerprintKey ?? pinMasterKey
  const baseContext = {
    db: database.db,
    replica: replica?.replica,
    shared: sharedValues(database.db),
    now: clock.now,
    chains: jsonRpcChains({ devnet: chains?.devnet, localOrigin: localOriginOf(env) }),
    explorer: etherscanExplorer(env.etherscan),
  }
  const atFaultPoint = env.dieAt === undefined ? undefined : dieAt(env.dieAt)
  const isShared = database.kind === 'postgres'
  const treasury = await treasuryFor(env, {
    db: database.db,
    now: clock.now,
    log,
    atFaultPoint,
    isShared,
  })
  const push = webPush({
    keys: vapidKeysFrom(vapidKey),
    previousKeys: previousKeys.vapid === undefined ? undefined : vapidKeysFrom(previousKeys.vapid),
    subject: env.vapidSubject,
    hosts: env.pushHosts ?? DEFAULT_PUSH_HOSTS,
    allowLoopback: !env.production,
    now: clock.now,
  })
  const appOrigin = env.publicOrigin ?? `http://localhost:${env.port}`
  const ctx: AppContext = {
    ...baseContext,
    randomBytes,
    keys: keysFrom(sessionKey, previousKeys.session),
    lastingKeys: keysFrom(fingerprintKey),
    logKeys: logKeysOf(env, pinMasterKey),
    pointsLog: pointsLogSigner(env.pointsLogKey ?? pinMasterKey, logOriginOf(appOrigin)),
    pinSealer: sealerFrom(pinMasterKey, 'pin-key', previousKeys.pinMaster),
    spinSealer: sealerFrom(pinMasterKey, 'spin-seed', previousKeys.pinMaster),
    operatorSealer: sealerFrom(pinMasterKey, 'operator-factor', previousKeys.pinMaster),
    passwords: argon2idHasher(),
    onChainProofs: onChainProofs(baseContext),
    payouts: treasuryPayouts({ now: clock.now, atFaultPoint }),
    treasury: treasury?.signer,
    mailer: env.smtpUrl ? smtpMailer(env.smtpUrl, env.mailFrom) : mailbox,
    prices: env.priceApi ? priceApi(env.priceApi) : fakePrices(clock.now),
    push,
    webhook: env.alarmWebhook && alarmWebhook(env.alarmWebhook),
    settings: {
      ipLimitFactor: env.production ? 1 : 100,
      appOrigin,
      consoleOrigin: env.consoleOrigin ?? `http://localhost:${env.consolePort ?? 0}`,
      supportEmail: env.supportEmail,
      auditMail: env.auditMail,
      demo: !env.production,
      ...(env.approvals === 'off' ? { approvals: 'off' as const } : {}),
      refusePlainNodes: env.production,
      explorerCallsPerDay: env.etherscan.callsPerDay,
      rewardRootAbove: env.rewardRootAbove,
      firebaseProject: env.firebase?.projectId,
      pointsLogChain: env.pointsLogChain,
      relayFeesPerDay: env.relayFeesPerDay,
    },
    atFaultPoint,
    metrics,
    log,
  }
  await checkSealingKeys(ctx, sealedValues, { isFatal: env.production })
  return {
    ctx,
    database,
    clock,
    metricsText: metrics && (async () => metrics.text(await readMetrics(ctx))),
    mailbox: env.smtpUrl ? undefined : mailbox,
    devnet: chains?.devnet,
    close: async () => {
      await treasury?.close()
      await push.close()
      await chains?.close()
      await replica?.close()
      await database.close()
    },
  }
}

const environmentOf = ({ production }: Env) => (production ? 'production' : 'development')

function openSampledReplica(
  { production }: Env,
  url: string,
  ctx: Pick<AppContext, 'db' | 'now' | 'log'>,
) {
  if (production && isUnencrypted(url)) {
    ctx.log.warn('DATABASE_REPLICA_URL has no sslmode: its connections are unencrypted')
  }
  const replica = openReplica(url, ctx)
  const stopSampling = startSampling(replica)
  const close = async () => {
    stopSampling()
    await replica.close()
  }
  return { replica, close }
}

/** Loaded only if metrics are enabled. */
async function loadMetrics({ connections }: Database): Promise<PrometheusMetrics> {
  const { prometheusMetrics } = await import('./adapters/prometheus-metrics.ts')
  return prometheusMetrics({ version: VERSION, connections })
}

/** With the embedded database the folder is already locked; otherwise the chains lock their own. */
async function openLocalChains(env: Env, clock: Clock, log: Logger) {
  const folder = join(env.dataFolder, 'chains')
  await mkdir(folder, { recursive: true })
  const unlock = env.databaseUrl ? await lockFolder(folder) : async () => {}
  const devnet = await startDevnet({
    folder,
    now: clock.now,
    onFault: (error) => log.error({ err: error }, 'Saving a block of a local chain failed'),
  })
  const close = async () => {
    await devnet.close()
    await unlock()
  }
  return { devnet, close }
}

/** Returns the origin at which a standalone worker reaches the chains of the server. */
function localOriginOf(env: Env): string {
  return env.publicOrigin ?? `http://${env.host}:${env.port}`
}
