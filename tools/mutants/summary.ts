import type { Verdict } from './mutant.ts'

type Summary = {
  killed: number
  timedOut: number
  survived: number
  notRun: number
  stale: number
}

export function summarise(outcomes: readonly Verdict['outcome'][], stale: number): Summary {
  const count = (outcome: Verdict['outcome']) => outcomes.filter((each) => each === outcome).length
  return {
    killed: count('killed'),
    timedOut: count('killed by time-out'),
    survived: count('survived'),
    notRun: count('not run'),
    stale,
  }
}

/** Only a run in which every mutant is killed passes and may be recorded. */
export function isEveryMutantKilled(summary: Summary): boolean {
  const { killed, timedOut, survived, notRun, stale } = summary
  return killed + timedOut > 0 && survived + notRun + stale === 0
}

export function summaryText({ killed, timedOut, survived, notRun, stale }: Summary): string {
  return `${killed} killed, ${timedOut} killed by time-out, ${survived} survived, ${notRun} not run, ${stale} stale`
}
