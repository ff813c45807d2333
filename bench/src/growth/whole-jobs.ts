import { RUN_CAMPAIGN } from '../../../apps/server/src/modules/notice/campaign.service.ts'
import { REMIND } from '../../../apps/server/src/modules/alert/alert.jobs.ts'
import { PUSH_SEND } from '../../../apps/server/src/modules/push/delivery.service.ts'

/** The jobs that work through all members, with the kinds that belong to them. */
export const WHOLE_JOBS = {
  settlement: ['round.settle'],
  opening: ['season.open'],
  reminders: [REMIND],
  campaign: [RUN_CAMPAIGN, PUSH_SEND],
} as const

export type WholeJob = keyof typeof WHOLE_JOBS

export type WholeResult = { job: string; seconds: number; idleMb: number; peakMb: number }

/** Formats the results of the jobs that ran to their end. */
export function wholeText(members: number, results: readonly WholeResult[]): string {
  const lines = results.map(({ job, seconds, idleMb, peakMb }) =>
    [
      job.padEnd(12),
      `${seconds.toFixed(1)} s`.padStart(10),
      `${Math.round(members / seconds)} members/s`.padStart(20),
      `peak ${peakMb.toFixed(0)} MB, ${(peakMb - idleMb).toFixed(0)} above idle`,
    ].join('  '),
  )
  return [`Jobs for ${members} members, each in a process of its own:`, ...lines].join('\n')
}
