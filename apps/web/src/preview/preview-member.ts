import { programmeDayOf, type ProgrammeDay } from '@solstice/rules/programme-day'
import { roundAt } from '@solstice/rules/round'
import { drawCommitment, type OpenCommitment } from './commitment.ts'
import type { Programme } from './programme.ts'

export const PREVIEW_MEMBER = {
  userId: 1,
  email: 'preview@solstice.example',
  nickname: 'Luna',
  referralCode: 'PREVIEW1',
} as const

/** The progress of the member in one mission. */
type MissionState = {
  lastDay?: ProgrammeDay
  openedAt?: Date
  memory?: unknown
  hasAlarm?: boolean
}

/** The member whom the phone belongs to. Missions that are done in the preview change it. */
export type PreviewMember = {
  seasonXp: number
  xpBalance: number
  roundXp: number
  tickets: number
  checkIns: number
  checkInXp: number
  roundCheckInDays: number
  freeSpins: { day: ProgrammeDay; used: number }
  commitment: OpenCommitment
  missions: Map<number, MissionState>
  /** The ids of completed missions; the preview has no history. */
  lastHistoryId: number
}

/** Returns a member who has just reached the tier and has done nothing today. */
export function memberInTier(programme: Programme, tier: number, now: Date): PreviewMember {
  const { tiers, rounds, checkIn } = programme
  const reached = tiers[Math.min(tier, tiers.length - 1)]
  const seasonXp = reached?.minXp ?? 0
  // A member without XP has just joined.
  const checkIns = seasonXp > 0 ? checkIn.bonusEvery - 1 : 0
  return {
    seasonXp,
    xpBalance: seasonXp,
    roundXp: roundAt(rounds, now) ? seasonXp : 0,
    tickets: seasonXp > 0 ? (reached?.ticketsPerDay ?? 0) : 0,
    checkIns,
    checkInXp: checkIns * checkIn.baseXp,
    roundCheckInDays: checkIns,
    freeSpins: { day: programmeDayOf(now), used: 0 },
    commitment: drawCommitment(programme.spin.prizes, 0),
    missions: new Map(),
    lastHistoryId: 0,
  }
}

export function missionStateOf(member: PreviewMember, missionId: number): MissionState {
  return member.missions.get(missionId) ?? {}
}

export function changeMission(
  member: PreviewMember,
  missionId: number,
  change: MissionState,
): void {
  member.missions.set(missionId, { ...missionStateOf(member, missionId), ...change })
}

/** A new programme day begins with all free spins. */
export function freeSpinsUsed({ freeSpins }: PreviewMember, now: Date): number {
  return freeSpins.day === programmeDayOf(now) ? freeSpins.used : 0
}
