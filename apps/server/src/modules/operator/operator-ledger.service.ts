import type { CallData } from '@solstice/contract/wire'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import type { AppContext } from '#/platform/process/context.ts'

const MAX_PROBLEMS = 100

export async function verifyLedger(
  ctx: Pick<AppContext, 'db'>,
): Promise<CallData<'operator.verifyLedger'>> {
  const problems = await checkLedger(ctx.db, 'RECENT')
  return {
    ok: problems.length === 0,
    problemCount: problems.length,
    problems: problems.slice(0, MAX_PROBLEMS),
  }
}
