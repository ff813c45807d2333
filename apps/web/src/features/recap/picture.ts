import { formatNumber, formatPercent, formatShortAmount } from '@solstice/ui/format.ts'
import type { Translate } from '#/lib/texts.ts'
import type { Recap } from './api.ts'

/** Everything that is drawn. What is not in it cannot appear in the picture. */
export type Picture = {
  title: string
  name: string | undefined
  days: { total: number; checkedIn: readonly number[] }
  count: string
  ofDays: string
  statistics: { value: string; label: string }[]
  earned: string | undefined
}

export type Choice = { showsName: boolean; showsEarned: boolean }

/** The share of members for which a percentage is a better statistic than the place. */
const TOP_MAX = 50

/** Returns the texts and numbers of the picture. Name and amount are left out unless chosen. */
export function pictureOf(t: Translate<'recap'>, recap: Recap, choice: Choice): Picture {
  const { days, tiers, rounds } = recap
  const statistics = [
    { value: tiers.at(-1)?.name ?? '', label: t('picture.tier') },
    ...placeStatistic(t, recap.place),
    ...(days.longestRun > 0
      ? [{ value: t('picture.run', { count: days.longestRun }), label: t('picture.runLabel') }]
      : []),
  ]
  const amount = formatShortAmount(rounds.earned)
  return {
    // "My The Thaw" would have two articles.
    title: t('picture.title', { season: recap.title.replace(/^The /, '') }),
    name: choice.showsName ? recap.nickname : undefined,
    days,
    count: formatNumber(days.checkedIn.length),
    ofDays: t('picture.days', { count: days.total }),
    statistics,
    earned: choice.showsEarned ? t('picture.earned', { amount, symbol: rounds.symbol }) : undefined,
  }
}

function placeStatistic(t: Translate<'recap'>, place: Recap['place']): Picture['statistics'] {
  // There is no place to tell of somebody who was alone.
  if (!place || place.members < 2) return []
  const top = 100 - place.behindPercent
  if (top <= TOP_MAX) {
    return [
      { value: t('picture.top', { percent: formatPercent(top) }), label: t('picture.topLabel') },
    ]
  }
  return [
    {
      value: t('picture.place', { place: formatNumber(place.place) }),
      label: t('picture.placeLabel', { members: formatNumber(place.members) }),
    },
  ]
}

/** Returns all texts of the picture in reading order, such as for its alternative text. */
export function textsOf({ title, name, count, ofDays, statistics, earned }: Picture): string[] {
  const facts = statistics.map(({ value, label }) => `${value} ${label}`)
  return [title, name, `${count} ${ofDays}`, ...facts, earned].filter((each) => each !== undefined)
}
