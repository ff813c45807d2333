import { DAY_MS } from '#/duration.ts'
import type { FarmKind } from './farm-kinds.ts'
import type { LinkFacts } from './links.ts'
import type { Rhythm } from './rhythm.ts'
import type { Draws } from './simulated-draws.ts'

export type SimulatedKind = 'MEMBER' | 'FAMILY' | 'WORKSHOP' | FarmKind

/** One account with everything that the signals read. */
export type SimulatedAccount = LinkFacts & { kind: SimulatedKind; group: number; rhythm: Rhythm }

const START = Date.UTC(2026, 4, 1)
const SIGN_UP_DAYS = 30
export const ACTIVE_DAYS = 14
const NAMES = ['kim', 'lee', 'minji', 'jisoo', 'alex', 'maria', 'sam', 'noor', 'chen', 'amir']
const DOMAINS = ['gmail.com', 'naver.com', 'outlook.com', 'daum.net']

/** Collects accounts and gives each its id. */
export type Crowd = {
  accounts: SimulatedAccount[]
  draws: Draws
  add: (account: Omit<SimulatedAccount, 'memberId' | 'friends'>) => number
}

export function aDay({ whole }: Draws): Date {
  return new Date(START + whole(SIGN_UP_DAYS * DAY_MS))
}

export function anEmail({ pick, whole }: Draws): string {
  const name = `${pick(NAMES)}${pick(['', '.', '_'])}${pick(NAMES)}`
  return `${name}${whole(3) === 0 ? '' : whole(9999)}@${pick(DOMAINS)}`
}

/** A person has an hour of the day, is late by half an hour more or less, and skips days. */
export function personalRhythm({ whole, near, chance }: Draws, hour = whole(24)): Rhythm {
  // Some check in with the reminder, which is sent to all of them at the same time.
  const isReminded = chance(0.15)
  const activity = 0.3 + whole(70) / 100
  const days: [string, number][] = []
  for (let day = 0; day < ACTIVE_DAYS; day += 1) {
    if (!chance(activity)) continue
    const minute = isReminded ? 18 * 60 + Math.abs(near(0, 6)) : near(hour * 60, 35)
    days.push([dayName(day), onClock(minute)])
  }
  return new Map(days)
}

export const dayName = (day: number): string =>
  new Date(START + day * DAY_MS).toISOString().slice(0, 10)

const DAY_MINUTES = 24 * 60
export const onClock = (minute: number): number =>
  ((Math.round(minute) % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES
