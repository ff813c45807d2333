import { formatNumber } from '@solstice/ui/format.ts'
import { findTextOf } from '#/lib/i18n.ts'
import { formatMinute } from '#/lib/times.ts'
import type { OperatorExplanation } from '#/features/member/api.ts'

type Part = OperatorExplanation['sums'][number]['parts'][number]['part'] | 'TOTAL'
type Inputs = OperatorExplanation['inputs']

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/

/**
 * Says from which of the member's numbers a part was computed, such as `Silver, 5 % of 150`;
 * undefined if the rule stored too few of them.
 */
export function originText(explanation: OperatorExplanation, part: Part): string | undefined {
  const { rule, inputs } = explanation
  const values = Object.fromEntries(
    Object.entries({ ...inputs, ...derivedFrom(explanation) }).flatMap(([name, value]) =>
      value === null ? [] : [[name, inputText(value)]],
    ),
  )
  for (const path of [`origins.${rule}.${part}`, `origins.any.${part}`]) {
    const words = findTextOf('why', path, values)
    if (words !== undefined && !words.includes('{{')) return words
  }
  return undefined
}

const BONUSES: readonly Part[] = ['LEVEL_BONUS', 'TIER_BONUS']

/** Bonuses are a share of everything before them; season XP grows by the whole credit. */
function derivedFrom({ inputs, sums }: OperatorExplanation): Inputs {
  const xp = sums.find(({ unit }) => unit === 'XP')
  if (!xp) return {}
  const { seasonXp } = inputs
  const bonusBase = xp.parts
    .filter(({ part }) => !BONUSES.includes(part))
    .reduce((sum, { amount }) => sum + Number(amount), 0)
  return {
    bonusBase,
    ...(typeof seasonXp === 'number' && { seasonXpAfter: seasonXp + Number(xp.total) }),
  }
}

/** Writes a stored input as an operator reads it. */
export function inputText(value: Inputs[string]): string {
  if (value === null) return '–'
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value === 'boolean') return findTextOf('common', value ? 'yes' : 'no') ?? String(value)
  if (INSTANT.test(value)) return formatMinute(value)
  return valueWords(value) ?? value
}

/** The states of orders, refunds, payouts and pushes have words in the timeline. */
const valueWords = (value: string) =>
  /^[A-Z_]+$/.test(value)
    ? (findTextOf('why', `values.${value}`) ??
      findTextOf('timeline', `states.${value}`) ??
      findTextOf('timeline', `states.ALERT.${value}`) ??
      findTextOf('member', `payouts.holds.${value}`))
    : undefined
