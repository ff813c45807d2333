import type { CallData } from '@solstice/contract/wire'
import { HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import {
  healthOfFaults,
  healthOfJobs,
  healthOfNode,
  healthOfProcesses,
  healthOfVerification,
  worstOf,
} from '@solstice/rules/health'
import { readBlock } from '#/modules/chain/chain-reading.service.ts'
import { nodeOf } from '#/modules/chain/chain.service.ts'
import {
  contractsOnChain,
  enabledNetworks,
  type Network,
} from '#/modules/network/network.service.ts'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { AppContext, Reading } from '#/platform/process/context.ts'
import { findProcesses, SILENT_AFTER_MS } from '#/platform/process/processes.ts'
import { VERSION } from '#/platform/process/version.ts'
import { findFailingServices, findLastError } from './overview.queries.ts'
import { labelled, valueOf, worstLabelled } from './readings.ts'

type Health = CallData<'operator.health'>

/** The lanes whose jobs send mails. */
const MAIL_LANES = ['codes', 'mail']
const PRICES_FRESH_MS = MINUTE_MS

type PriceCheck = { missing: string[]; answeredAt: Date | null; isFailing: boolean }

/** Asks the price source at most once a minute, however many operators look. */
export function priceCheck(ctx: Pick<AppContext, 'db' | 'now' | 'prices'>) {
  let checkedAtMs = -Infinity
  let last: PriceCheck = { missing: [], answeredAt: null, isFailing: false }
  return async (): Promise<PriceCheck> => {
    const now = ctx.now()
    if (Math.abs(now.getTime() - checkedAtMs) < PRICES_FRESH_MS) return last
    checkedAtMs = now.getTime()
    const symbols = await symbolsInUse(ctx)
    try {
      const found = await ctx.prices.prices(symbols)
      const missing = symbols.filter((symbol) => !found.has(symbol))
      last = { missing, answeredAt: now, isFailing: false }
    } catch {
      last = { ...last, isFailing: true }
    }
    return last
  }
}

async function symbolsInUse(ctx: Pick<AppContext, 'db'>): Promise<string[]> {
  const symbols = new Set<string>()
  for (const { chainId } of await enabledNetworks(ctx)) {
    for (const { symbol } of await contractsOnChain(ctx, chainId)) symbols.add(symbol)
  }
  return Array.from(symbols)
}

type Sources = {
  readings: readonly Reading[]
  prices: PriceCheck
  /** How long the database took to answer. */
  answerMs: number
}

export async function showHealth(
  ctx: AppContext,
  { readings, prices, answerMs }: Sources,
): Promise<Health> {
  const now = ctx.now()
  const parts = {
    database: { state: 'OK', answerMs } as const,
    ...(await processParts(ctx, now)),
    jobs: jobsPart(readings),
    pushes: await pushesPart(ctx, readings, now),
    mail: await mailPart(ctx, readings),
    nodes: await nodesPart(ctx, now),
    prices: pricesPart(prices),
    ledger: ledgerPart(readings, now),
    audit: auditPart(readings, now),
  }
  const state = worstOf(Object.values(parts).map((part) => part.state))
  return { at: now.toISOString(), state, version: VERSION, ...parts }
}

async function processParts(
  ctx: Pick<AppContext, 'db'>,
  now: Date,
): Promise<Pick<Health, 'processes' | 'faults'>> {
  const rows = await findProcesses(ctx.db, new Date(now.getTime() - HOUR_MS))
  const list = rows.map(({ id, seenAt, startedAt, faultsPerMinute: _, ...row }) => ({
    ...row,
    processId: id,
    startedAt: startedAt.toISOString(),
    seenAt: seenAt.toISOString(),
    isAlive: isAlive({ seenAt }, now),
  }))
  const perMinute = rows
    .filter((row) => isAlive(row, now))
    .reduce((sum, { faultsPerMinute }) => sum + faultsPerMinute, 0)
  return {
    processes: { state: healthOfProcesses(list), list },
    faults: { state: healthOfFaults(perMinute), perMinute },
  }
}

function isAlive({ seenAt }: { seenAt: Date }, now: Date): boolean {
  return now.getTime() - seenAt.getTime() < SILENT_AFTER_MS
}

function jobsPart(readings: readonly Reading[], lanes?: readonly string[]): Health['jobs'] {
  const only = lanes && { lane: lanes }
  const late = worstLabelled(readings, 'solstice_jobs_late_seconds', only)
  const counts = {
    waiting: valueOf(readings, 'solstice_jobs_waiting', only),
    running: valueOf(readings, 'solstice_jobs_running', only),
    dead: valueOf(readings, 'solstice_jobs_dead', only),
    lateSeconds: Math.max(0, Math.floor(late?.value ?? 0)),
  }
  const latestKind = counts.lateSeconds > 0 ? (late?.labels['kind'] ?? null) : null
  return { state: healthOfJobs(counts), ...counts, latestKind }
}

async function pushesPart(
  ctx: Pick<AppContext, 'db'>,
  readings: readonly Reading[],
  now: Date,
): Promise<Health['pushes']> {
  const failingServices = await findFailingServices(ctx.db, new Date(now.getTime() - HOUR_MS))
  return {
    state: failingServices.length > 0 ? 'WARNING' : 'OK',
    waiting: valueOf(readings, 'solstice_pushes_waiting'),
    failingServices,
  }
}

async function mailPart(
  ctx: Pick<AppContext, 'db'>,
  readings: readonly Reading[],
): Promise<Health['mail']> {
  const { state, waiting, dead, lateSeconds } = jobsPart(readings, MAIL_LANES)
  const kinds = labelled(readings, 'solstice_jobs_waiting', { lane: MAIL_LANES })
  const lastError = await findLastError(
    ctx.db,
    kinds.map(({ labels }) => labels['kind'] ?? ''),
  )
  const isFailing = state === 'OK' && lastError !== null
  return { state: isFailing ? 'WARNING' : state, waiting, dead, lateSeconds, lastError }
}

async function nodesPart(
  ctx: Pick<AppContext, 'db' | 'chains'>,
  now: Date,
): Promise<Health['nodes']> {
  const networks = await enabledNetworks(ctx)
  const list = await Promise.all(networks.map((network) => nodeState(ctx, network, now)))
  return { state: worstOf(list.map((each) => each.state)), list }
}

async function nodeState(
  ctx: Pick<AppContext, 'chains'>,
  network: Network,
  now: Date,
): Promise<Health['nodes']['list'][number]> {
  const { chainId, name: networkName } = network
  const head = await readHead(ctx, network)
  const ageSeconds = head && Math.floor(now.getTime() / 1000) - head.timestamp
  const headAgeSeconds = ageSeconds === undefined ? null : Math.max(0, ageSeconds)
  const state = healthOfNode(headAgeSeconds)
  return { chainId, networkName, state, block: head?.number ?? null, headAgeSeconds }
}

async function readHead(ctx: Pick<AppContext, 'chains'>, network: Network) {
  try {
    return (await readBlock(await nodeOf(ctx, network), 'latest')) ?? undefined
  } catch (error) {
    if (error instanceof ChainError) return undefined
    throw error
  }
}

function pricesPart({ missing, answeredAt, isFailing }: PriceCheck): Health['prices'] {
  return {
    state: isFailing || missing.length > 0 ? 'WARNING' : 'OK',
    missing,
    answeredAt: answeredAt?.toISOString() ?? null,
  }
}

function ledgerPart(readings: readonly Reading[], now: Date): Health['ledger'] {
  const problems = valueOf(readings, 'solstice_ledger_problems')
  const seconds = labelled(readings, 'solstice_ledger_verified_seconds').map(({ value }) => value)
  const ageSeconds = seconds.length > 0 ? Math.min(...seconds) : null
  const state = healthOfVerification({ problems, ageSeconds })
  return { state, problems, verifiedAt: instantBefore(now, ageSeconds) }
}

function auditPart(readings: readonly Reading[], now: Date): Health['audit'] {
  const brokenId = valueOf(readings, 'solstice_audit_broken')
  const ageOf = (name: string) => labelled(readings, name)[0]?.value ?? null
  const ageSeconds = ageOf('solstice_audit_verified_seconds')
  return {
    state: healthOfVerification({ problems: brokenId, ageSeconds }),
    firstBrokenId: brokenId === 0 ? null : brokenId,
    verifiedAt: instantBefore(now, ageSeconds),
    checkpointAt: instantBefore(now, ageOf('solstice_audit_checkpoint_seconds')),
  }
}

function instantBefore(now: Date, seconds: number | null): string | null {
  return seconds === null ? null : new Date(now.getTime() - seconds * 1000).toISOString()
}
