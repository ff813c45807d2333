import { alertText } from '@solstice/contract/alert-texts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { findTextOf, useTranslation } from '#/lib/i18n.ts'
import type { Translate } from '#/lib/i18n.ts'
import type { TimelineEntry } from '#/features/member/api.ts'

export type EntryWords = { title: string; note: string }

/** Returns a function that says in words what happened, and the most important fact about it. */
export function useEntryWords(): (entry: TimelineEntry) => EntryWords {
  const { t } = useTranslation('timeline')
  return (entry) => {
    const title = titleOf(entry, t)
    const notes = notesOf(entry, t).filter((part) => part && part !== title)
    return { title, note: notes.join(' · ') }
  }
}

/** The names of kinds and actions contain dots and hyphens, which paths of texts do not have. */
const keyOf = (kind: string) => kind.replaceAll(/[.-]/g, '_')

function titleOf(entry: TimelineEntry, t: Translate<'timeline'>): string {
  const { source, kind, name, state, operator } = entry
  const key = keyOf(kind)
  switch (source) {
    case 'ALERT':
      return t('push', { title: alertText(kind, currentLanguage()).title })
    case 'REFUSAL':
      return name === null ? t('refused') : t('refusedNamed', { name })
    case 'OPERATOR':
      return (
        findTextOf('timeline', `actions.${key}`, { operator: operator ?? t('server') }) ??
        `${operator ?? t('server')}: ${kind}`
      )
    case 'NOTE':
      return t('noted', { operator: operator ?? '' })
    case 'SESSION':
      return t(state === 'ENDED' ? 'sessionEnded' : 'sessionStarted')
    case 'FRIEND':
      if (name === null) return t('deletedFriend')
      return t(state === 'JOINED' ? 'friendJoined' : 'friend', { name })
    case 'PAYOUT':
      return findTextOf('timeline', `payouts.${name ?? ''}`) ?? t('payouts.OTHER')
    case 'HISTORY':
    case 'LEDGER':
    case 'ORDER':
    case 'REFUND':
    case 'SECURITY':
    case 'WITHDRAWAL': {
      const path = `kinds.${source}.${key}`
      const named = name === null ? undefined : findTextOf('timeline', `${path}_named`, { name })
      return named ?? findTextOf('timeline', path) ?? name ?? kind
    }
  }
}

function notesOf(entry: TimelineEntry, t: Translate<'timeline'>): (string | undefined)[] {
  const { source, kind, entryId, name, state, refusal, operator } = entry
  const stateText = state === null ? undefined : stateOf(source, state)
  switch (source) {
    case 'REFUSAL':
      return refusal
        ? [
            t('code', {
              code: refusal.code,
              text: reasonText(refusal) ?? findTextOf('timeline', `codes.${refusal.code}`) ?? '',
            }),
            refusal.count > 1 ? t('times', { count: refusal.count }) : undefined,
          ]
        : []
    case 'NOTE':
      return [name === null ? undefined : t('quoted', { text: name })]
    case 'SESSION':
    case 'SECURITY':
      return [name ?? undefined]
    case 'PAYOUT':
      return [t('payoutNumber', { id: entryId.replace(/^\w+:/, '') }), stateText]
    case 'LEDGER':
      return [operator === null ? undefined : t('byOperator', { operator })]
    case 'FRIEND':
      return state === 'JOINED' ? [] : [stateText]
    case 'HISTORY':
      // Most entries are complete; only another state is news.
      return state === 'COMPLETED' || state === null ? [nameBeside(kind, name)] : [stateText]
    case 'ALERT':
    case 'OPERATOR':
    case 'ORDER':
    case 'REFUND':
    case 'WITHDRAWAL':
      return [stateText]
  }
}

/** The own name of a check-in or a spin in the plan of its season. */
function nameBeside(kind: string, name: string | null): string | undefined {
  const isInTitle = findTextOf('timeline', `kinds.HISTORY.${kind}_named`) !== undefined
  const hasTitle = findTextOf('timeline', `kinds.HISTORY.${kind}`) !== undefined
  return name !== null && hasTitle && !isInTitle ? name : undefined
}

const reasonText = ({ reason }: NonNullable<TimelineEntry['refusal']>): string | undefined =>
  reason === null ? undefined : (findTextOf('timeline', `reasons.${keyOf(reason)}`) ?? reason)

const stateOf = (source: string, state: string): string =>
  findTextOf('timeline', `states.${source}.${state}`) ??
  findTextOf('timeline', `states.${state}`) ??
  state
