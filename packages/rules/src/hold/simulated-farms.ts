import { MINUTE_MS } from '#/duration.ts'
import type { FarmKind } from './farm-kinds.ts'
import type { Draws } from './simulated-draws.ts'
import {
  ACTIVE_DAYS,
  aDay,
  anEmail,
  dayName,
  onClock,
  personalRhythm,
  type Crowd,
  type SimulatedAccount,
} from './simulated-account.ts'
import type { Rhythm } from './rhythm.ts'

type Account = Omit<SimulatedAccount, 'memberId' | 'friends' | 'kind' | 'group'>

/** Adds the accounts of one farm, each described by its position and the ids of earlier ones. */
function addFarm(
  { add }: Crowd,
  { kind, group, size }: { kind: FarmKind; group: number; size: number },
  describe: (index: number, earlier: readonly number[]) => Account,
): void {
  const ids: number[] = []
  for (let index = 0; index < size; index += 1) {
    ids.push(add({ ...describe(index, ids), kind, group }))
  }
}

const later = (start: Date, ms: number) => new Date(start.getTime() + ms)

/** A script starts at a time of each day and goes through its accounts in order. */
function scripted({ whole, near, chance }: Draws, jitterMinutes: number, isSteady: boolean) {
  const hour = whole(24)
  const starts = Array.from({ length: ACTIVE_DAYS }, () => (isSteady ? hour * 60 : whole(24 * 60)))
  return (index: number, stepMinutes: number): Rhythm =>
    new Map(
      starts.flatMap((start, day) => {
        if (chance(0.05)) return []
        const minute = start + index * stepMinutes + near(0, jitterMinutes)
        return [[dayName(day), onClock(minute)] as const]
      }),
    )
}

/** A farm has a usual size for its kind unless another one is given. */
export const FARMS: Record<FarmKind, (crowd: Crowd, group: number, accounts?: number) => void> = {
  /** Plus-addressed accounts of one person, signed up in seconds and invited by the first one. */
  STAR: (crowd, group, accounts) => {
    const { draws } = crowd
    const start = aDay(draws)
    const rhythm = scripted(draws, 0.5, true)
    addFarm(
      crowd,
      { kind: 'STAR', group, size: accounts ?? 10 + draws.whole(15) },
      (index, [root = null]) => ({
        joinedAt: later(start, index * 700),
        email: `star${group}+${index}@gmail.com`,
        deviceIds: [`star:${group}`],
        network: `star:${group}`,
        fundedBy: [],
        referredBy: root,
        rhythm: rhythm(index, 0.2),
      }),
    )
  },

  /** Emulators with numbered addresses behind one network, paid for by one wallet. */
  NUMBERED: (crowd, group, accounts) => {
    const { draws } = crowd
    const start = aDay(draws)
    const rhythm = scripted(draws, 1, false)
    addFarm(
      crowd,
      { kind: 'NUMBERED', group, size: accounts ?? 10 + draws.whole(30) },
      (index) => ({
        joinedAt: later(start, index * 3 * MINUTE_MS),
        email: `farmer${group}-${index}@mail.example`,
        deviceIds: [`numbered:${group}:${index}`],
        network: `numbered:${group}`,
        fundedBy: [`numbered:${group}`],
        referredBy: null,
        rhythm: rhythm(index, 1),
      }),
    )
  },

  /** Bought addresses and proxies, but one wallet, one referrer and one script. */
  FUNDED: (crowd, group, accounts) => {
    const { draws } = crowd
    const start = aDay(draws)
    const rhythm = scripted(draws, 1, false)
    addFarm(
      crowd,
      { kind: 'FUNDED', group, size: accounts ?? 10 + draws.whole(30) },
      (index, [root = null]) => ({
        joinedAt: later(start, index * 120 * MINUTE_MS),
        email: anEmail(draws),
        deviceIds: [`funded:${group}:${index}`],
        network: `proxy:${group}:${index}`,
        fundedBy: [`funded:${group}`],
        referredBy: root,
        rhythm: rhythm(index, 2),
      }),
    )
  },

  /** A shelf of phones with six accounts each, gone through by hand in the same order. */
  PHONES: (crowd, group, accounts) => {
    const { draws } = crowd
    const start = aDay(draws)
    const rhythm = scripted(draws, 1.5, false)
    addFarm(
      crowd,
      { kind: 'PHONES', group, size: accounts ?? 18 + draws.whole(24) },
      (index, [root = null]) => ({
        joinedAt: later(start, index * 4 * MINUTE_MS),
        email: anEmail(draws),
        deviceIds: [`phones:${group}:${Math.floor(index / 6)}`],
        network: `phones:${group}`,
        fundedBy: [`phones:${group}`],
        referredBy: root,
        rhythm: rhythm(index, 1.5),
      }),
    )
  },

  /** Each account invites the next one; tags of one mailbox, own browsers, irregular hours. */
  CHAIN: (crowd, group, accounts) => {
    const { draws } = crowd
    const start = aDay(draws)
    addFarm(
      crowd,
      { kind: 'CHAIN', group, size: accounts ?? 12 + draws.whole(20) },
      (index, earlier) => ({
        joinedAt: later(start, index * 400 * MINUTE_MS),
        email: `chain.${group}+n${index}@gmail.com`,
        deviceIds: [`chain:${group}:${index}`],
        network: `mobile:${draws.whole(6)}`,
        fundedBy: draws.chance(0.9) ? [`chain:${group}`] : [],
        referredBy: earlier.at(-1) ?? null,
        rhythm: personalRhythm(draws),
      }),
    )
  },

  /** Paid workers in an office take over the accounts of a shift, in the same order each day. */
  SHIFT: (crowd, group, accounts) => {
    const { draws } = crowd
    const start = aDay(draws)
    const rhythm = scripted(draws, 1.2, true)
    addFarm(
      crowd,
      { kind: 'SHIFT', group, size: accounts ?? 12 + draws.whole(24) },
      (index, earlier) => ({
        joinedAt: later(start, index * 10 * MINUTE_MS),
        email: anEmail(draws),
        deviceIds: [`shift:${group}:${Math.floor(index / 10)}`],
        network: `office:${group}`,
        fundedBy: [`shift:${group}`],
        referredBy: draws.chance(0.5) ? (earlier[0] ?? null) : null,
        rhythm: rhythm(index, 2),
      }),
    )
  },
}
