import { serverNow } from '@solstice/ui/time.ts'
import type { CampaignSeason } from '#/features/notice/api.ts'
import { typedTime } from '#/lib/typed-time.ts'
import { instantOf, offsetOf } from './moment.ts'
import type { Moment, TypedOffset } from './moment.ts'

/** When a campaign is sent, as it is chosen. */
export type When = {
  kind: 'now' | 'at' | 'moment'
  at: string
  moment: Pick<Moment, 'kind' | 'seasonId' | 'round'> | undefined
  offset: TypedOffset
}

export const NOW: When = {
  kind: 'now',
  at: '',
  moment: undefined,
  offset: { count: '24', unit: 'hours', isBefore: true },
}

/** The chosen time in the terms of the call, and the instant that it means today. */
export type ChosenTime =
  | { isReady: false; problem: 'noTime' | 'past' | 'noMoment' | 'offset' }
  | { isReady: true; body: { dueAt?: string; moment?: Moment }; at: string | undefined }

export function chosenTime(
  { kind, at, moment, offset }: When,
  seasons: readonly CampaignSeason[],
  now = serverNow(),
): ChosenTime {
  if (kind === 'now') return { isReady: true, body: {}, at: undefined }
  if (kind === 'at') {
    const time = typedTime(at, now)
    if (time.kind !== 'valid') {
      return { isReady: false, problem: time.kind === 'past' ? 'past' : 'noTime' }
    }
    return { isReady: true, body: { dueAt: time.at }, at: time.at }
  }
  if (!moment) return { isReady: false, problem: 'noMoment' }
  const offsetMinutes = offsetOf(offset)
  if (offsetMinutes === undefined) return { isReady: false, problem: 'offset' }
  const chosen = { ...moment, offsetMinutes }
  const instant = instantOf(chosen, seasons)
  // The server sends a campaign at once if its moment has passed, which is a choice of its own.
  if (instant && instant.getTime() <= now) return { isReady: false, problem: 'past' }
  return { isReady: true, body: { moment: chosen }, at: instant?.toISOString() }
}
