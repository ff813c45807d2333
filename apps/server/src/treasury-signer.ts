import { mkdir } from 'node:fs/promises'
import { LOCAL_NETWORKS } from '@solstice/devnet/genesis'
import { localTreasuryKey } from './adapters/local-treasury-key.ts'
import {
  checkRelayLimits,
  localSignerLimits,
  readSignerLimits,
  type SignerLimits,
} from './adapters/signer-limits.ts'
import { answerRequests, queuedSigner } from './modules/signer/signer.queue.ts'
import {
  openJournal,
  readDatabaseTime,
  monotonicTime,
  treasurySigner,
  type ChainLimits,
} from './modules/signer/signer.service.ts'
import type { AppContext, TreasuryKey, TreasurySigner } from './platform/process/context.ts'
import type { Env } from './platform/process/env.ts'
import { FolderInUseError, lockFolder } from './platform/process/folder-lock.ts'
import { secretFromFolder } from './platform/process/keys.ts'

type Parts = Pick<AppContext, 'db' | 'now' | 'log' | 'atFaultPoint'> & {
  /** Omitted if the clock may be moved, as in development. */
  monotonicMs?: () => number
  /** True if other processes may send requests; the embedded database has none. */
  isShared: boolean
}
type Closable = { signer: TreasurySigner; close: () => Promise<void> }

/**
 * Returns the signer for the settings. With a treasury address the signer is a separate process,
 * and no key is read here. Development signs in this process; production without an address pays
 * nothing.
 */
export async function treasuryFor(env: Env, parts: Parts): Promise<Closable | undefined> {
  if (env.treasuryAddress) {
    return { signer: queuedSigner(parts, env.treasuryAddress), close: async () => {} }
  }
  if (env.production) return undefined
  const secret = env.treasuryKey ?? (await keyFromFolder(env.dataFolder))
  const { folder, limitsFile } = env.signer
  const limits =
    limitsFile === undefined
      ? localSignerLimits(LOCAL_NETWORKS)
      : await readSignerLimits(limitsFile)
  checkRelayLimits(limits, limitedBudgets(env, limits))
  return embeddedSigner(parts, { key: localTreasuryKey(secret), limits, folder })
}

/** The default budgets are for the local chains, which a limits file need not contain. */
function limitedBudgets(env: Env, limits: SignerLimits): ReadonlyMap<number, bigint> {
  const limited = limits.filter(({ relayFeesPerDay }) => relayFeesPerDay !== undefined)
  const chains = new Set(limited.map(({ chainId }) => chainId))
  return new Map([...env.relayFeesPerDay].filter(([chainId]) => chains.has(chainId)))
}

async function keyFromFolder(dataFolder: string): Promise<`0x${string}`> {
  const secret = await secretFromFolder(dataFolder, 'treasury-key')
  return `0x${Buffer.from(secret, 'base64url').toString('hex')}`
}

type Held = { key: TreasuryKey; limits: readonly ChainLimits[]; folder: string }

/**
 * Opens the signer with its journal in this process. One process holds the journal, and also
 * answers the requests of the others.
 */
export async function openSigner(
  parts: Parts,
  { key, limits, folder }: Held,
  waitMs?: number,
): Promise<Closable> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unlock = await lockFolder(folder, waitMs)
  const journal = await openJournal(folder).catch(async (error: unknown) => {
    await unlock()
    throw error
  })
  const now = parts.monotonicMs
    ? monotonicTime({
        startTimes: [parts.now(), await readDatabaseTime(parts.db)],
        lastAt: journal.lastAt(),
        monotonicMs: parts.monotonicMs,
      })
    : parts.now
  const signer = treasurySigner({ ...parts, now, key, limits, journal })
  const stop = parts.isShared ? answerRequests(parts, signer) : async () => {}
  const close = async () => {
    await stop()
    await journal.close()
    await unlock()
  }
  return { signer, close }
}

/**
 * Opens the signer with the first payout. While another process holds the journal, requests go to
 * that one.
 */
function embeddedSigner(parts: Parts, held: Held): Closable {
  const { address } = held.key
  const queued = queuedSigner(parts, address)
  let opened: Promise<Closable> | undefined
  const open = async (): Promise<TreasurySigner> => {
    opened ??= openSigner(parts, held, 0)
    try {
      return (await opened).signer
    } catch (error) {
      opened = undefined
      if (error instanceof FolderInUseError) return queued
      throw error
    }
  }
  return {
    signer: {
      address,
      admit: async (payout) => (await open()).admit(payout),
      sign: async (attempt, tx) => (await open()).sign(attempt, tx),
    },
    close: async () => (await opened?.catch(() => undefined))?.close(),
  }
}
