import { formatNumber, formatPercent, formatShortAmount } from '@solstice/ui/format.ts'
import { formatProgrammeDay } from '@solstice/ui/programme-time.ts'
import type { Translate } from '#/lib/texts.ts'
import type { Recap } from './api.ts'
import { crowdOf } from './geometry.ts'

type T = Translate<'recap'>

/** A programme day as `1 Jul`. Noon belongs to the day in the zone of the programme. */
export const formatDay = (day: string): string => formatProgrammeDay(`${day}T08:00:00Z`)

/** The sentences of a frame: above the horizon, and on the ground below it. */
export type FrameTexts = {
  /** The one large number, if the title does not say everything. */
  moment?: string
  title: string
  /** The title with the number, for readers who do not see the picture. */
  spoken?: string
  note?: string
  count?: string
  lines: string[]
}

export function daysTexts(t: T, { title, days }: Recap): FrameTexts {
  return {
    title: t('days.title'),
    note: t('days.text', { season: title }),
    count: t('days.count', { days: days.checkedIn.length, total: days.total }),
    lines: [t('days.run', { count: days.longestRun })],
  }
}

export function tiersTexts(t: T, { tiers, xp, level, bestDay }: Recap): FrameTexts {
  const tier = tiers.at(-1)?.name ?? ''
  return {
    title: t(tiers.length > 1 ? 'tiers.title' : 'tiers.only', { tier }),
    count: t('tiers.count', { xp: formatNumber(xp), level }),
    lines: bestDay
      ? [t('tiers.best', { day: formatDay(bestDay.day), xp: formatNumber(bestDay.xp) })]
      : [],
  }
}

export function placeTexts(t: T, { place, friends }: Recap): FrameTexts {
  if (!place) return { title: '', lines: [] }
  const { members, behindPercent } = place
  const isAhead = behindPercent > 0
  const { ahead } = crowdOf(place, { step: 0, origin: [0, 0] })
  const inLine =
    members < 100 ? [] : [ahead === 0 ? t('place.nobodyAhead') : t('place.ahead', { count: ahead })]
  const finished = t('place.finished', { ordinal: place.place, members: formatNumber(members) })
  return {
    moment: isAhead
      ? formatPercent(behindPercent)
      : t('place.number', { place: formatNumber(place.place) }),
    title: isAhead ? t('place.behind') : t('place.among', { members: formatNumber(members) }),
    spoken: isAhead
      ? t('place.behindSentence', { percent: formatPercent(behindPercent) })
      : t('place.amongSentence', {
          place: formatNumber(place.place),
          members: formatNumber(members),
        }),
    lines: [[...inLine, finished].join(' '), ...friendLines(t, friends)],
  }
}

/** Returns nothing, or how many friends joined and how many of them stayed. */
export function friendLines(t: T, { joined, stayed }: Recap['friends']): string[] {
  if (joined === 0) return []
  const how = stayed === joined ? 'friends.all' : 'friends.some'
  const line = t('friends.joined', { count: joined })
  return stayed === 0 ? [line] : [line, t(how, { count: stayed })]
}

export type Gain = { label: string; value: string }

export function gainsOf(t: T, recap: Recap): Gain[] {
  const { bestSpinXp, missions, rounds, frames, friends } = recap
  const { rewarded, total, symbol } = rounds
  const amount = t('gains.amount', { amount: formatShortAmount(rounds.earned), symbol })
  const gains = [
    bestSpinXp !== null && {
      label: t('gains.spin'),
      value: t('gains.spinXp', { xp: formatNumber(bestSpinXp) }),
    },
    missions > 0 && { label: t('gains.missions'), value: formatNumber(missions) },
    rewarded > 0 && {
      label: t('gains.rounds'),
      value: t('gains.roundsOf', { rewarded, total }),
    },
    rewarded > 0 && { label: t('gains.earned'), value: amount },
    friends.joined > 0 &&
      !frames.includes('place') && {
        label: t('gains.friends'),
        value: formatNumber(friends.joined),
      },
  ]
  return gains.filter((gain) => gain !== false)
}

/** Returns every sentence of a frame, for readers who do not see the pictures. */
export function sentencesOf(t: T, recap: Recap, frame: Recap['frames'][number]): string[] {
  if (frame === 'gains') {
    return [t('gains.title'), ...gainsOf(t, recap).map(({ label, value }) => `${label}: ${value}`)]
  }
  const texts = { days: daysTexts, tiers: tiersTexts, place: placeTexts }[frame](t, recap)
  const { title, spoken = title, note, count, lines } = texts
  const reached =
    frame === 'tiers'
      ? recap.tiers.flatMap(({ name, reachedOn }) =>
          reachedOn === null ? [] : t('tiers.reached', { tier: name, day: formatDay(reachedOn) }),
        )
      : []
  return [spoken.replaceAll('\n', ' '), note, ...reached, count, ...lines].filter(
    (text) => text !== undefined,
  )
}
