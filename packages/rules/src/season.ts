import type { Period } from './round.ts'

export type SeasonStatus = 'UPCOMING' | 'ONGOING' | 'ENDED'

export function seasonStatus({ startAt, endAt }: Period, now: Date): SeasonStatus {
  if (now < startAt) return 'UPCOMING'
  return now < endAt ? 'ONGOING' : 'ENDED'
}

/** Returns the elapsed share of a season in whole percent. */
export function seasonProgress({ startAt, endAt }: Period, now: Date): number {
  const passed = (now.getTime() - startAt.getTime()) / (endAt.getTime() - startAt.getTime())
  return Math.floor(Math.min(1, Math.max(0, passed)) * 100)
}

export type CardStatus = 'IN_PROGRESS' | 'COMPLETED' | 'EXPIRED'

/** Returns EXPIRED if the reward found no wallet in time; any other ended season is COMPLETED. */
export function cardStatus(status: SeasonStatus, rewardExpired: boolean): CardStatus {
  if (status !== 'ENDED') return 'IN_PROGRESS'
  return rewardExpired ? 'EXPIRED' : 'COMPLETED'
}
