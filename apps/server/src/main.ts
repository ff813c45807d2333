import { DEFAULT_WEB_SETTINGS, type WebSettings } from '@solstice/contract/web-settings'
import type { Devnet } from '@solstice/devnet/devnet'
import { LOCAL_CONFIRMATIONS, LOCAL_NETWORKS } from '@solstice/devnet/genesis'
import { readNetworksFile } from './adapters/networks-file.ts'
import { BUILT_WEB, buildApp } from './app.ts'
import { compose } from './compose.ts'
import { BUILT_CONSOLE, BUILT_PREVIEW, buildConsole } from './console-app.ts'
import { DEMO_ACCOUNT, seedDemo } from './demo/account.ts'
import { openGuestBook } from './demo/guest-book.ts'
import { DEMO_OPERATORS, DEMO_OPERATOR_PASSWORD, seedOperators } from './demo/operators.ts'
import { serveMetrics } from './http/metrics-server.ts'
import { jobKinds, jobKindsOfChains } from './job-kinds.ts'
import { seedNetworks } from './modules/network/network-operator.service.ts'
import { seedLocalNetworks } from './modules/network/network.service.ts'
import { queueReminders } from './modules/alert/alert.jobs.ts'
import { queueWatches } from './modules/order/order.jobs.ts'
import { queueIncoming } from './modules/wallet/incoming.jobs.ts'
import { queueRelays } from './modules/relay/relay.jobs.ts'
import { queueRoots } from './modules/distribution/distribution.jobs.ts'
import { queuePayouts } from './modules/payout/payout.jobs.ts'
import { seedLocalCaps } from './modules/payout/payout.service.ts'
import { ensureFirstOperator } from './modules/operator/first-operator.service.ts'
import { TOKEN_PREFIX } from './modules/operator/operator.service.ts'
import type { AppContext } from './platform/process/context.ts'
import { readEnv, SettingsError, type Env } from './platform/process/env.ts'
import { secretFromFolder } from './platform/process/keys.ts'
import { startBeating, type Beating } from './platform/process/processes.ts'
import { runProgram } from './platform/process/program.ts'
import { timedProgress, runSilently } from './platform/process/progress.ts'
import { queueAuditVerification } from './platform/books/audit.queue.ts'
import { queueLedgerVerification } from './platform/books/ledger-verification.jobs.ts'
import { queueAlarmCheck } from './modules/alarm/alarm.jobs.ts'
import { queueHolds } from './modules/hold/hold.jobs.ts'
import { queueAnchor } from './modules/points-log/anchor.jobs.ts'
import { queueBooks, queueReconciliation } from './modules/books/books.jobs.ts'
import { queueDayDecisions } from './modules/season/excused-day.queue.ts'
import { queuePriceRecord } from './modules/network/network.jobs.ts'
import { queueStatistics } from './modules/statistics/statistics.jobs.ts'
import { queueLeagues } from './modules/league/league.jobs.ts'
import { queueLog } from './modules/points-log/points-log.jobs.ts'
import { appendAllPostings } from './modules/points-log/points-log.service.ts'
import { queueSweep } from './platform/process/sweep.ts'
import { createWorker, type Worker } from './platform/process/worker.ts'

await runProgram(readEnv, async (env) => {
  const runStep = env.production
    ? runSilently
    : timedProgress((line) => process.stdout.write(`${line}\n`))
  const composition = await compose(env, { runsChains: true, servesMembers: true, runStep })
  const { ctx, clock, mailbox, devnet } = composition
  await setUpNetworks(ctx, env)
  if (!env.production) {
    await runStep('Adding the demo data', () => seedDemo(ctx))
    await runStep('Recording the demo data', () => appendAllPostings(ctx))
  }
  await ensureOwner(ctx, env)
  if (!env.production) await seedOperators(ctx)

  // Standalone workers have no local chains, so jobs that need these run here.
  const kinds = env.worker ? jobKinds : devnet ? jobKindsOfChains : []
  const worker = kinds.length > 0 ? createWorker(ctx, kinds) : undefined
  const heartbeat: { beating?: Beating } = {}
  const start = { isComplete: false }
  const app = await buildApp(ctx, {
    production: env.production,
    publicOrigin: env.publicOrigin,
    trustProxy: env.trustProxy,
    // A process that fails to start, for example because its console's port is taken, never counts
    // as healthy, so that a deployment adds it to the proxy only when all of it responds.
    isStarted: () => start.isComplete,
    webFolder: BUILT_WEB,
    webSettings: webSettingsOf(env),
    ...(worker ? { worker } : {}),
    devnet,
    ...(env.production
      ? {}
      : {
          devTools: {
            mailbox,
            clock,
            beforeClockMoves: async (to) => heartbeat.beating?.cover(to),
          },
        }),
  })
  const listening = new URL(await app.listen({ host: env.host, port: env.port }))
  const console = await startConsole(ctx, env, worker)
  if (env.startAt) clock.setTo(env.startAt)
  heartbeat.beating = startBeating(ctx, { role: 'SERVER', runsJobs: env.worker })
  await queueSweep(ctx, ctx.now())
  await queueLedgerVerification(ctx, ctx.now())
  await queueAuditVerification(ctx, ctx.now())
  await queueReminders(ctx, ctx.now())
  await queueLog(ctx, ctx.now())
  await queueAnchor(ctx, ctx.now())
  await queueStatistics(ctx, ctx.now())
  await queuePriceRecord(ctx, ctx.now())
  await queueLeagues(ctx, ctx.now())
  await queueBooks(ctx, ctx.now())
  await queueReconciliation(ctx, ctx.now())
  await queueAlarmCheck(ctx, ctx.now())
  await queueDayDecisions(ctx, ctx.now())
  await queueHolds(ctx)
  await queueWatches(ctx)
  await queuePayouts(ctx)
  await queueRoots(ctx, ctx.now())
  await queueRelays(ctx, ctx.now())
  await queueIncoming(ctx)
  await fundTreasury(ctx, devnet)
  if (!env.production && devnet) await openPartnerContracts(ctx, devnet)
  worker?.start()
  const metrics = await serveMetrics(env, composition.metricsText)
  start.isComplete = true
  announce(env, {
    port: listening.port,
    consolePort: console?.port,
    metrics: metrics?.address,
  })

  return async () => {
    await metrics?.close()
    await app.close()
    await console?.close()
    await worker?.stop()
    await heartbeat.beating?.stop()
    await composition.close()
  }
})

/** Serves the operators' console on its own port, if this server has one. */
async function startConsole(ctx: AppContext, env: Env, worker: Worker | undefined) {
  if (env.consolePort === undefined) return undefined
  const app = await buildConsole(ctx, {
    production: env.production,
    consoleOrigin: env.consoleOrigin,
    trustProxy: env.trustProxy,
    consoleFolder: BUILT_CONSOLE,
    previewFolder: BUILT_PREVIEW,
    environment: env.consoleEnvironment,
    ...(worker ? { worker } : {}),
  })
  const { port } = new URL(await app.listen({ host: env.host, port: env.consolePort }))
  return { port, close: () => app.close() }
}

/** Adds the local chains if they run here, and the networks of the setting. */
async function setUpNetworks(ctx: AppContext, env: Env): Promise<void> {
  const local = env.localChains ? LOCAL_NETWORKS : []
  await seedLocalNetworks(ctx, local, LOCAL_CONFIRMATIONS)
  await seedLocalCaps(ctx, local)
  if (env.networksFile !== undefined) {
    await seedNetworks(ctx, await readNetworksFile(env.networksFile))
  }
}

/** Funds the treasury on local chains before the first job, which may deploy a contract. */
async function fundTreasury(
  { treasury, log }: AppContext,
  devnet: Devnet | undefined,
): Promise<void> {
  if (!treasury) return
  await devnet
    ?.fundPayer(treasury.address)
    .catch((error: unknown) => log.warn({ err: error }, 'Funding the treasury failed'))
}

/** Deploys the guest book of the demo; without it, a review says that signing it would fail. */
async function openPartnerContracts({ log }: AppContext, devnet: Devnet): Promise<void> {
  await openGuestBook(devnet).catch((error: unknown) =>
    log.warn({ err: error }, 'Deploying the guest book of the demo failed'),
  )
}

/** A Firebase project of the operator replaces the flag service of this server. */
function webSettingsOf(env: Env): WebSettings {
  return {
    previewHosts: env.previewHosts,
    remoteConfig: env.firebase ?? DEFAULT_WEB_SETTINGS.remoteConfig,
    errorReportingDsn: env.errorReportingDsn,
    supportEmail: env.supportEmail,
    walletConnect: env.walletConnect,
  }
}

/**
 * Creates the first operator. The embedded default generates its token; production needs one in its
 * settings once.
 */
async function ensureOwner(ctx: AppContext, env: Env): Promise<void> {
  const made = () => secretFromFolder(env.dataFolder, 'operator-token', TOKEN_PREFIX)
  const own = env.production ? undefined : { made }
  const first = env.operatorToken === undefined ? own : { given: env.operatorToken }
  if (await ensureFirstOperator(ctx, first)) return
  throw new SettingsError([
    'OPERATOR_TOKEN is required in production until there is an operator: at least 32 characters of randomness',
  ])
}

function announce(
  env: Env,
  started: { port: string; consolePort: string | undefined; metrics: string | undefined },
): void {
  const host = env.host === '127.0.0.1' || env.host === '0.0.0.0' ? 'localhost' : env.host
  const address = env.publicOrigin ?? `http://${host}:${started.port}`
  const { metrics } = started
  const lines = [`Solstice is ready at ${address}`]
  if (!env.production) {
    lines.push(`  demo account  ${DEMO_ACCOUNT.email} / ${DEMO_ACCOUNT.password}`)
    lines.push(`  mailbox       ${address}/dev/mailbox`)
  }
  if (started.consolePort !== undefined) {
    lines.push(`  console       ${env.consoleOrigin ?? `http://${host}:${started.consolePort}`}`)
  }
  if (!env.production) {
    for (const { email, role } of DEMO_OPERATORS) {
      const operator = `${role.toLowerCase()} operator`.padEnd(18)
      lines.push(`    ${operator}${email} / ${DEMO_OPERATOR_PASSWORD}`)
    }
    lines.push(`    their code        ${address}/dev/operator-code?email=`)
  }
  if (metrics !== undefined) lines.push(`  metrics       ${metrics}`)
  process.stdout.write(`${lines.join('\n')}\n`)
}
