import { Code } from '@solstice/contract/codes'
import { DAY_MS } from '@solstice/rules/duration'
import type { AppContext, Reading } from '#/platform/process/context.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { countExplorerCall, findExplorerCalls } from './explorer-budget.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'settings'>

/** Half of the quota of Etherscan's free plan, because mission proofs use it too. */
const DEFAULT_EXPLORER_CALLS_PER_DAY = 50_000

const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

/**
 * Counts one call to the public explorer across all processes. The endpoint is public, so strangers
 * must not use up the members' quota.
 */
export async function spendExplorerCall({ db, now, settings }: Context): Promise<void> {
  const { explorerCallsPerDay: maxCalls = DEFAULT_EXPLORER_CALLS_PER_DAY } = settings
  const at = now()
  if (await countExplorerCall(db, dayOf(at), maxCalls)) return
  const leftMs = DAY_MS - (at.getTime() % DAY_MS)
  throw refuse(Code.EXPLORER_BUDGET_SPENT, { retryAfterSeconds: Math.ceil(leftMs / 1000) })
}

export async function readExplorerBudget({ db, now, settings }: Context): Promise<Reading[]> {
  const usedCalls = await findExplorerCalls(db, dayOf(now()))
  const { explorerCallsPerDay: maxCalls = DEFAULT_EXPLORER_CALLS_PER_DAY } = settings
  return [
    {
      name: 'solstice_explorer_calls_left',
      help: 'Remaining calls to the public explorer today',
      values: [{ labels: {}, value: Math.max(0, maxCalls - usedCalls) }],
    },
  ]
}
