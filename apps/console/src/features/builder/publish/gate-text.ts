import { formatNumber } from '@solstice/ui/format.ts'
import type { PlanProblem } from '@solstice/rules/plan-problem'
import type { GateItem } from '@solstice/rules/season-gate'
import type { Translate } from '#/lib/i18n.ts'
import { formatRough } from './season-span.ts'

type GateText = { title: string; detail: string }

/** Returns the words for a condition of publishing. */
export function gateText({ key, state, values }: GateItem, t: Translate<'publish'>): GateText {
  const number = (name: string) => Number(values[name] ?? 0)
  const isOk = state === 'OK'
  switch (key) {
    case 'PROBLEMS':
      return isOk
        ? { title: t('gate.noProblems'), detail: t('gate.noProblemsNote') }
        : { title: t('gate.problems', { count: number('count') }), detail: t('gate.problemsNote') }
    case 'LANGUAGES':
      return isOk
        ? { title: t('gate.languages'), detail: t('gate.languagesNote') }
        : { title: t('gate.missing', { count: number('count') }), detail: t('gate.missingNote') }
    case 'BUDGET':
    case 'BUDGET_150': {
      if (values['members'] === undefined) {
        const title = t(key === 'BUDGET' ? 'gate.notSimulated' : 'gate.notSimulatedMore')
        return { title, detail: t('gate.notSimulatedNote') }
      }
      const members = formatNumber(number('members'))
      return {
        title: t(isOk ? 'gate.within' : 'gate.over', { members }),
        detail: t(number('inviteXp') > 0 ? 'gate.budgetInvites' : 'gate.budgetNote', {
          xp: formatRough(number('xp')),
          invites: formatRough(number('inviteXp')),
          budget: formatRough(number('budgetXp')),
          tickets: formatRough(number('tickets')),
          budgetTickets: formatRough(number('budgetTickets')),
        }),
      }
    }
    case 'COVER': {
      if (values['pools'] === undefined) {
        return { title: t('gate.coverUnknown'), detail: t('gate.notSimulatedNote') }
      }
      const symbol = values['symbol'] ?? ''
      const pools = `${formatNumber(number('pools'))} ${symbol}`
      if (isOk) return { title: t('gate.covered'), detail: pools }
      return values['available'] === undefined
        ? { title: t('gate.coverUnknown'), detail: t('gate.coverUnknownNote', { pools }) }
        : {
            title: t('gate.uncovered'),
            detail: t('gate.uncoveredNote', {
              pools,
              available: `${formatNumber(number('available'))} ${symbol}`,
            }),
          }
    }
    case 'PREVIEW_EN':
      return {
        title: t(isOk ? 'gate.previewedEn' : 'gate.previewEn'),
        detail: t(isOk ? 'gate.previewedNote' : 'gate.previewNote'),
      }
    case 'PREVIEW_KO':
      return {
        title: t(isOk ? 'gate.previewedKo' : 'gate.previewKo'),
        detail: t(isOk ? 'gate.previewedNote' : 'gate.previewNote'),
      }
  }
}

/** Returns the field to which a failed condition leads; undefined if it has none. */
export function pathOfGate(
  { key, values }: GateItem,
  problems: readonly PlanProblem[],
): string | undefined {
  switch (key) {
    case 'PROBLEMS':
      return problems.find(({ code }) => code !== 'MISSING')?.path ?? problems[0]?.path
    case 'LANGUAGES':
      return problems.find(({ code, path }) => code === 'MISSING' && /\.(en|ko)$/.test(path))?.path
    case 'BUDGET':
    case 'BUDGET_150': {
      const isTickets =
        Number(values['tickets'] ?? 0) > Number(values['budgetTickets'] ?? 0) &&
        Number(values['xp'] ?? 0) <= Number(values['budgetXp'] ?? 0)
      return isTickets ? 'budget.tickets' : 'budget.xp'
    }
    case 'COVER':
      return 'rounds.0.pool'
    case 'PREVIEW_EN':
    case 'PREVIEW_KO':
      return undefined
  }
}
