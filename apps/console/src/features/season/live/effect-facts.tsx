import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatYearMinute } from '#/lib/times.ts'
import { useProblemText } from '#/shell/season/problem-text.ts'
import { Button } from '#/ui/button.tsx'
import type { Fact } from '#/ui/facts.tsx'
import { Note } from '#/ui/note.tsx'
import { useEffectOf } from './live-api.ts'
import type { AnyChange, Effect } from './live-api.ts'

const ONE_DECIMAL = 10

/** Returns the effect of a change in figures. */
export function useEffectFacts(): (effect: Effect | undefined) => Fact[] {
  const { t } = useTranslation('live')
  const both = (before: number, after: number) =>
    t('effect.beforeAfter', { before: formatNumber(before), after: formatNumber(after) })
  const rounded = (value: number) => Math.round(value * ONE_DECIMAL) / ONE_DECIMAL
  return (effect) => {
    if (!effect) return [[t('effect.members'), t('effect.loading')]]
    const { members, completedBy, mean, rest, voidCommitments } = effect
    return [
      [t('effect.members'), formatNumber(members)],
      ...(completedBy === null
        ? []
        : [[t('effect.completedBy'), formatNumber(completedBy)] satisfies Fact]),
      ...(mean
        ? [
            [t('effect.mean'), both(rounded(mean.before), rounded(mean.after))] satisfies Fact,
            [t('effect.void'), formatNumber(voidCommitments)] satisfies Fact,
          ]
        : []),
      ...(rest
        ? [
            [t('effect.days'), both(rest.before.days, rest.after.days)] satisfies Fact,
            [t('effect.xp'), both(rest.before.xp, rest.after.xp)] satisfies Fact,
            [t('effect.tickets'), both(rest.before.tickets, rest.after.tickets)] satisfies Fact,
          ]
        : []),
      [t('effect.from'), formatYearMinute(effect.from)],
      [t('effect.end'), formatYearMinute(effect.endAt)],
    ]
  }
}

/** Concerns everybody in the season, whatever is corrected. */
const ANY_TEXT: AnyChange = { kind: 'TEXTS' }

/** Returns how many members take part in the season and see a change of it. */
export function useMembersFact(seasonId: number): Fact {
  const { t } = useTranslation('live')
  const { data, isError } = useEffectOf(seasonId, ANY_TEXT)
  const unknown = isError ? t('effect.failed') : t('effect.loading')
  return [t('effect.members'), data ? formatNumber(data.members) : unknown]
}

/** Says why a change is not possible. */
export function EffectProblems({ effect }: { effect: Effect | undefined }) {
  const textOf = useProblemText()
  if (!effect || effect.problems.length === 0) return null
  return (
    <Note tone="bad" isLive>
      {effect.problems.map((problem) => (
        <p key={`${problem.path} ${problem.code}`}>{textOf(problem)}</p>
      ))}
    </Note>
  )
}

type EffectQuery = { isError: boolean; isFetching: boolean; refetch: () => Promise<unknown> }

/** Says that the figures could not be computed, without which the change cannot be confirmed. */
export function EffectFailed({ query }: { query: EffectQuery }) {
  const { t } = useTranslation('live')
  if (!query.isError) return null
  return (
    <Note tone="bad" isLive>
      <p>{t('effect.failed')}</p>
      <Button size="small" disabled={query.isFetching} onClick={() => void query.refetch()}>
        {t('common:retry')}
      </Button>
    </Note>
  )
}
