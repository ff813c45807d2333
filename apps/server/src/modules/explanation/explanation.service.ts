import { Code } from '@solstice/contract/codes'
import { refuse } from '#/platform/process/refusal.ts'
import type { ExplainContext, Explained, Explainer, OperatorPart, PublicPart } from './explainer.ts'
import { explainAlert } from './alert.explainer.ts'
import { explainFriend } from './friend.explainer.ts'
import { explainHistory } from './history.explainer.ts'
import { explainLedger } from './ledger.explainer.ts'
import { explainMission } from './mission.explainer.ts'
import { explainOrder, explainRefund } from './order.explainer.ts'
import { explainPayout, explainWithdrawal } from './payout.explainer.ts'
import { explainRefusal } from './refusal.explainer.ts'
import { explainRound } from './round.explainer.ts'

/** Lists the explainer of each kind of entry: the text before the colon of an entry id. */
const EXPLAINERS: Readonly<Record<string, Explainer>> = {
  history: explainHistory,
  ledger: explainLedger,
  round: explainRound,
  refusal: explainRefusal,
  mission: explainMission,
  friend: explainFriend,
  payout: explainPayout,
  withdrawal: explainWithdrawal,
  alert: explainAlert,
  order: explainOrder,
  refund: explainRefund,
}

/**
 * Explains an entry of a member. Members and operators get the same public part, so that both read
 * the same verdict.
 */
export async function explain(
  ctx: ExplainContext,
  of: Explained,
  entryId: string,
): Promise<{ public: PublicPart & { entryId: string }; operator: OperatorPart }> {
  const found = await find(ctx, of, entryId)
  // The named entry explains itself, so one more step is enough.
  const explained = found && 'sameAs' in found ? await find(ctx, of, found.sameAs) : found
  if (!explained || 'sameAs' in explained) throw refuse(Code.NOT_FOUND)
  return { public: { entryId, ...explained.public }, operator: explained.operator }
}

function find(ctx: ExplainContext, of: Explained, entryId: string): ReturnType<Explainer> {
  const [kind = '', key = ''] = entryId.split(':')
  return EXPLAINERS[kind]?.(ctx, of, key) ?? Promise.resolve(undefined)
}
