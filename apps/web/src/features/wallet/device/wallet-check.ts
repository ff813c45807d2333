import { decideWallet } from './wallet-decision.ts'
import type { LocalWallet, ServerAnswer, WalletDecision } from './wallet-decision.ts'

const CHECK_THROTTLE_MS = 5000

/** The result of the wallet check for a visit. */
export type WalletCheckResult =
  | 'pass'
  | 'server-truth-need-import'
  | 'server-truth-mismatch'
  | 'server-truth-refused'
  | 'other-member'
  | 'no-answer'

export type WalletCheckDeps = {
  readServer: (userId: string) => Promise<ServerAnswer>
  findLocal: (userId: string) => Promise<LocalWallet | undefined>
  activate: (userId: string) => Promise<void>
  /** Sets aside a pending wallet; returns false if it has to stay. */
  dropPending: (userId: string) => Promise<boolean>
  /** Sets the wallet aside and removes it from the device. */
  wipe: (userId: string) => Promise<void>
  /** Receives the wallet of both sides, whatever the decision. */
  note: (seen: {
    userId: string
    server: string | null
    local: LocalWallet | undefined
  }) => Promise<void>
  now: () => number
  /** Returns undefined while any tab creates or removes a wallet. */
  unlessBusy: <Result>(action: () => Promise<Result>) => Promise<Result | undefined>
}

/**
 * Runs one check at a time, at most every five seconds. A visit in between gets the last result,
 * unless the wallet on the device has changed.
 */
export function createWalletCheck(deps: WalletCheckDeps) {
  const running = new Map<string, Promise<WalletCheckResult>>()
  let last: { result: WalletCheckResult; userId: string; atMs: number; seen: string } | undefined
  let seen: string

  async function readAndDecide(userId: string) {
    const [answer, local] = await Promise.all([deps.readServer(userId), deps.findLocal(userId)])
    const decision = decideWallet(answer, local)
    seen = JSON.stringify(local)
    if (answer.kind === 'said') {
      await deps.note({ userId, server: answer.walletAddress, local })
    }
    return decision
  }

  async function evaluate(userId: string): Promise<WalletCheckResult> {
    const first = await readAndDecide(userId)
    // Read twice, because a single response must not remove a wallet.
    const isRemoval = first === 'wipe' || first === 'drop-pending'
    if (!isRemoval) return settle(userId, first)
    const second = await readAndDecide(userId)
    const isConfirmed = second === first || (second !== 'wipe' && second !== 'drop-pending')
    return isConfirmed ? settle(userId, second) : 'no-answer'
  }

  async function settle(userId: string, decision: WalletDecision): Promise<WalletCheckResult> {
    switch (decision) {
      case 'pass':
      case 'other-member':
      case 'no-answer':
        return decision
      case 'activate':
        await deps.activate(userId)
        return evaluate(userId)
      case 'drop-pending':
        // A pending wallet that has to stay counts as none.
        return (await deps.dropPending(userId)) ? evaluate(userId) : 'server-truth-need-import'
      case 'need-import':
        return 'server-truth-need-import'
      case 'wipe':
        // Wipe under the lock, so that no tab can create or import a wallet meanwhile.
        await deps.wipe(userId)
        return 'server-truth-mismatch'
      case 'log-out':
        return 'server-truth-refused'
    }
  }

  return {
    run: async (userId: string): Promise<WalletCheckResult> => {
      const kept = last
      const isFresh = kept?.userId === userId && deps.now() - kept.atMs < CHECK_THROTTLE_MS
      if (isFresh && kept.seen === JSON.stringify(await deps.findLocal(userId))) return kept.result
      const shared = running.get(userId)
      if (shared) return shared
      const check = deps
        .unlessBusy(() => evaluate(userId))
        .then((result) => {
          // The check is suspended, so keep the last result.
          if (result === undefined) return last?.userId === userId ? last.result : 'pass'
          last = { result, userId, atMs: deps.now(), seen }
          return result
        })
        .finally(() => running.delete(userId))
      running.set(userId, check)
      return check
    },
    /** Runs after a log-out, so that the next visit checks again. */
    reset: (): void => {
      last = undefined
    },
  }
}
