import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOCAL_NETWORKS } from '@solstice/devnet/genesis'
import { localTreasuryKey } from '#/adapters/local-treasury-key.ts'
import {
  openJournal,
  treasurySigner,
  type ChainLimits,
  type Journal,
} from '#/modules/signer/signer.service.ts'
import type { AppContext, TreasuryKey, TreasurySigner } from '#/platform/process/context.ts'

/** Far above everything that tests pay, except in tests of limits. */
const AMPLE_AMOUNT = 10n ** 30n
const AMPLE_TOKEN_LIMITS = {
  perPayout: AMPLE_AMOUNT,
  perDestination: AMPLE_AMOUNT,
  perDay: AMPLE_AMOUNT,
  refundsPerDay: AMPLE_AMOUNT,
}
const AMPLE_DISTRIBUTOR = { perFunding: AMPLE_AMOUNT, fundingPerDay: AMPLE_AMOUNT }

export const AMPLE_LIMITS: readonly ChainLimits[] = LOCAL_NETWORKS.map(({ chainId, token }) => ({
  chainId,
  maxGas: AMPLE_AMOUNT,
  maxCallGas: AMPLE_AMOUNT,
  maxFeePerGas: AMPLE_AMOUNT,
  feesPerDay: 2n * AMPLE_AMOUNT,
  refundFeesPerDay: AMPLE_AMOUNT,
  relayFeesPerDay: AMPLE_AMOUNT / 2n,
  tokens: [
    { contract: null, ...AMPLE_TOKEN_LIMITS },
    {
      contract: token.address.toLowerCase(),
      ...AMPLE_TOKEN_LIMITS,
      distributor: AMPLE_DISTRIBUTOR,
    },
  ],
}))

export type TestSigner = {
  signer: TreasurySigner
  /** The treasury key, for transactions that its owner sends outside the server. */
  key: TreasuryKey
  privateKey: `0x${string}`
  /**
   * Opens a second signer with the same key and folder, as in another container, where the lock of
   * the folder has no effect.
   */
  duplicate: () => Promise<TreasurySigner>
  close: () => Promise<void>
}

/**
 * Starts the real signer with its own key and journal, so that no two treasuries collide on a
 * chain.
 */
export function aSigner(
  parts: Pick<AppContext, 'db' | 'now'>,
  limits: readonly ChainLimits[] = AMPLE_LIMITS,
): TestSigner {
  const privateKey = `0x${randomBytes(32).toString('hex')}` as const
  const key = localTreasuryKey(privateKey)
  let opened: Promise<{ journal: Journal; folder: string; signer: TreasurySigner }> | undefined
  // Most tests sign nothing, so the journal is opened with the first payout.
  const open = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'solstice-signer-'))
    const journal = await openJournal(folder)
    return { folder, journal, signer: treasurySigner({ ...parts, key, limits, journal }) }
  }
  const signerOf = async () => (await (opened ??= open())).signer
  const duplicates: Journal[] = []
  return {
    key,
    privateKey,
    duplicate: async () => {
      const { folder } = await (opened ??= open())
      const journal = await openJournal(folder)
      duplicates.push(journal)
      return treasurySigner({ ...parts, key, limits, journal })
    },
    signer: {
      address: key.address,
      admit: async (payout) => (await signerOf()).admit(payout),
      sign: async (attempt, tx) => (await signerOf()).sign(attempt, tx),
    },
    close: async () => {
      const { journal, folder } = (await opened) ?? {}
      await journal?.close()
      for (const duplicate of duplicates) await duplicate.close()
      if (folder !== undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}
