import { decideTruth } from './truth.ts'
import type { LocalWallet, ServerAnswer, TruthDecision } from './truth.ts'

const TRUTH_THROTTLE_MS = 5000

/** What a visit is told. */
export type TruthResult =
  | 'pass'
  | 'server-truth-need-import'
  | 'server-truth-mismatch'
  | 'server-truth-refused'
  | 'no-answer'

export type TruthCheckDeps = {
  ask: () => Promise<ServerAnswer>
  findLocal: (userId: string) => Promise<LocalWallet | undefined>
  activate: (userId: string) => Promise<void>
  dropPending: (userId: string) => Promise<void>
  /** Told what both sides say, whatever is decided. */
  note: (seen: {
    userId: string
    server: string | null
    local: LocalWallet | undefined
  }) => Promise<void>
  now: () => number
  /** Nothing while a wallet is being made or taken away in any tab. */
  unlessBusy: <Result>(action: () => Promise<Result>) => Promise<Result | undefined>
}

/** One check at a time, at most one in five seconds; a visit in between gets the last result. */
export function createTruthCheck(deps: TruthCheckDeps) {
  let running: Promise<TruthResult> | undefined
  let last: { result: TruthResult; userId: string; atMs: number } | undefined

  async function look(userId: string) {
    const [answer, local] = await Promise.all([deps.ask(), deps.findLocal(userId)])
    const decision = decideTruth(answer, local)
    if (answer.kind === 'said') {
      await deps.note({ userId, server: answer.walletAddress, local })
    }
    return decision
  }

  async function judge(userId: string): Promise<TruthResult> {
    const first = await look(userId)
    // Read twice: a wallet is not taken away on a single answer.
    return settle(userId, first === 'wipe' ? await look(userId) : first)
  }

  async function settle(userId: string, decision: TruthDecision): Promise<TruthResult> {
    switch (decision) {
      case 'pass':
        return 'pass'
      case 'activate':
        await deps.activate(userId)
        return settle(userId, await look(userId))
      case 'drop-pending':
        await deps.dropPending(userId)
        return settle(userId, await look(userId))
      case 'need-import':
        return 'server-truth-need-import'
      case 'wipe':
        return 'server-truth-mismatch'
      case 'log-out':
        return 'server-truth-refused'
      case 'no-answer':
        return 'no-answer'
    }
  }

  return {
    run: async (userId: string): Promise<TruthResult> => {
      const isFresh = last?.userId === userId && deps.now() - (last?.atMs ?? 0) < TRUTH_THROTTLE_MS
      if (last && isFresh) return last.result
      running ??= deps
        .unlessBusy(() => judge(userId))
        .then((result) => {
          // Suspended: whatever was true before is still believed.
          if (result === undefined) return last?.result ?? 'pass'
          last = { result, userId, atMs: deps.now() }
          return result
        })
        .finally(() => {
          running = undefined
        })
      return running
    },
    /** After a login, and after the wallet changed: the next visit asks again. */
    reset: (): void => {
      last = undefined
    },
  }
}
