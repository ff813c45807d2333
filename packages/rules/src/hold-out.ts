import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { DAY_MS } from './duration.ts'

/** At most half of an audience is held out, or the campaign would hardly reach anyone. */
export const HOLD_OUT_MAX_PERCENT = 50

/** The members of each group whose actions are compared; more would hardly narrow the interval. */
const MEASURED_PER_GROUP = 20_000

/** The days after the first push during which actions count. */
export const EFFECT_DAYS = 7

export type HoldOut = {
  /** Random for each campaign, so that the same members are not held out again and again. */
  seed: string
  percent: number
  /** The members that were counted when the campaign was started. */
  members: number
}

export type CampaignGroup = { isHeldOut: boolean; isMeasured: boolean }

const PARTS = 2 ** 32

/** Returns the group of a member. It depends on nothing else, so it is the same in every batch. */
export function groupOf({ seed, percent, members }: HoldOut, memberId: number): CampaignGroup {
  const hash = new DataView(sha256(utf8ToBytes(`${seed}:${memberId}`)).buffer)
  const isHeldOut = hash.getUint32(0) / PARTS < percent / 100
  const share = isHeldOut ? percent / 100 : 1 - percent / 100
  const expected = members * share
  const isMeasured = percent > 0 && hash.getUint32(4) / PARTS < MEASURED_PER_GROUP / expected
  return { isHeldOut, isMeasured }
}

/** The members of a group, and those of them who acted. */
export type GroupResult = { members: number; acted: number }

export type Effect = {
  /** The difference of the shares, reached less held out, with its 95 % confidence interval. */
  difference: number
  low: number
  high: number
}

/**
 * Returns the difference between two shares with Newcombe's hybrid score interval, which stays
 * within -1 and 1 and holds for small groups and rare actions; undefined without both groups.
 */
export function effectOf(reached: GroupResult, heldOut: GroupResult): Effect | undefined {
  if (reached.members === 0 || heldOut.members === 0) return undefined
  const [a, b] = [scoreInterval(reached), scoreInterval(heldOut)]
  const difference = a.share - b.share
  return {
    difference,
    low: difference - Math.hypot(a.share - a.low, b.high - b.share),
    high: difference + Math.hypot(a.high - a.share, b.share - b.low),
  }
}

/** The quantile of the normal distribution for 95 %. */
const Z = 1.959_964

/** Wilson's score interval of a share. */
function scoreInterval({ members: n, acted }: GroupResult) {
  const share = acted / n
  const scale = 1 + Z ** 2 / n
  const centre = (share + Z ** 2 / (2 * n)) / scale
  const reach = (Z / scale) * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2))
  return { share, low: centre - reach, high: centre + reach }
}

/** Says whether the interval lies on one side of zero. */
export function verdictOf({ low, high }: Effect): 'MORE' | 'LESS' | 'UNCLEAR' {
  if (low > 0) return 'MORE'
  return high < 0 ? 'LESS' : 'UNCLEAR'
}

/** Returns when the effect is measured next; undefined if its days are over. */
export function nextMeasurementAt(begunAt: Date, now: Date): Date | undefined {
  const days = Math.floor((now.getTime() - begunAt.getTime()) / DAY_MS) + 1
  return days > EFFECT_DAYS ? undefined : new Date(begunAt.getTime() + days * DAY_MS)
}
