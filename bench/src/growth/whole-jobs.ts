import { RUN_CAMPAIGN } from '../../../apps/server/src/modules/notice/campaign.service.ts'
import { REMIND } from '../../../apps/server/src/modules/alert/alert.jobs.ts'
import { PUSH_SEND } from '../../../apps/server/src/modules/push/sending-queue.ts'

/** The jobs that work through all members, with the kinds that belong to them. */
export const WHOLE_JOBS = {
  settlement: ['round.settle'],
  opening: ['season.open'],
  reminders: [REMIND],
  campaign: [RUN_CAMPAIGN, PUSH_SEND],
} as const

export type WholeJob = keyof typeof WHOLE_JOBS

export type WholeResult = { job: string; seconds: number; idleMb: number; peakMb: number }

/** Formats the result of one job that ran to its end. */
export function wholeText(members: number, { job, seconds, idleMb, peakMb }: WholeResult): string {
  return [
    job.padEnd(12),
    `${members} members`,
    `${seconds.toFixed(1)} s`.padStart(10),
    `${Math.round(members / seconds)} members/s`.padStart(20),
    `peak ${peakMb.toFixed(0)} MB, ${(peakMb - idleMb).toFixed(0)} above idle`,
  ].join('  ')
}
