import { STABLE_DECIMALS, microsOf, type TokenAmount } from '@solstice/rules/approval'
import { amountText } from '@solstice/rules/amount'
import type { SubjectReader } from '#/modules/approval/approval-subject.service.ts'
import { heldAmountsOf, sumAmounts } from './amounts.service.ts'
import { holdsToDecide } from './hold-decision.service.ts'

/** The money is not part of the sentence, because it grows with every round that is settled. */
export const readHoldDecision: SubjectReader<'hold.decide'> = async (tx, ctx, { params, body }) => {
  const { decision, until = null } = body
  const holds = await holdsToDecide(tx, ctx, { holdId: params.holdId, ...body })
  const memberIds = holds.map(({ memberId }) => memberId)
  const held = sumAmounts(Array.from((await heldAmountsOf(tx, memberIds)).values()).flat())
  const amounts: TokenAmount[] = held.map(({ symbol, decimals, amount }) => ({
    symbol,
    micros: microsOf(amount, decimals),
  }))
  const [first] = amounts
  // A release ends every hold, so it lasts no longer. Repeated extensions add up from the start.
  const lastsMs =
    until === null
      ? 0
      : Math.max(...holds.map(({ openedAt }) => Date.parse(until) - openedAt.getTime()))
  return {
    subject: `hold:${params.holdId}`,
    values: {
      holdId: params.holdId,
      userId: holds.find(({ id }) => id === params.holdId)?.memberId ?? 0,
      decision,
      until,
      members: holds.length,
    },
    figures: held.map(({ symbol, decimals, amount }) => ({
      name: 'held',
      value: amountText(amount, decimals),
      unit: symbol,
      limit: null,
    })),
    // Decisions about several tokens need a second person anyway.
    ...(first && amounts.length === 1
      ? {
          counted: {
            kind: 'hold',
            amount: first.micros,
            unit: first.symbol,
            decimals: STABLE_DECIMALS,
          },
        }
      : {}),
    facts: (today) => ({ members: holds.length, amounts, lastsMs, today }),
  }
}
