/** UNKNOWN: nothing was tried lately, so there is no news either way. */
type HealthState = 'OK' | 'WARNING' | 'CRITICAL' | 'UNKNOWN'

/** Unknown counts as fine, because a part that nobody used cannot be broken for anyone. */
const SEVERITY: Record<HealthState, number> = { OK: 0, UNKNOWN: 0, WARNING: 1, CRITICAL: 2 }

export function worstOf(states: readonly HealthState[]): HealthState {
  return states.reduce(
    (worst, each) => (SEVERITY[each] > SEVERITY[worst] ? each : worst),
    'OK' as HealthState,
  )
}

/** Jobs are usually taken within a second. */
export const LATE_WARNING_SECONDS = 120
const LATE_CRITICAL_SECONDS = 600

export function healthOfJobs(jobs: { dead: number; lateSeconds: number }): HealthState {
  if (jobs.lateSeconds > LATE_CRITICAL_SECONDS) return 'CRITICAL'
  return jobs.dead > 0 || jobs.lateSeconds > LATE_WARNING_SECONDS ? 'WARNING' : 'OK'
}

/**
 * Without a process that runs jobs, nothing is mailed, pushed or paid. A silent process beside a
 * running one may have been replaced.
 */
export function healthOfProcesses(
  processes: readonly { runsJobs: boolean; isAlive: boolean }[],
): HealthState {
  if (processes.length === 0) return 'UNKNOWN'
  if (!processes.some(({ runsJobs, isAlive }) => runsJobs && isAlive)) return 'CRITICAL'
  return processes.every(({ isAlive }) => isAlive) ? 'OK' : 'WARNING'
}

const FAULTS_CRITICAL_PER_MINUTE = 10

export function healthOfFaults(perMinute: number): HealthState {
  if (perMinute >= FAULTS_CRITICAL_PER_MINUTE) return 'CRITICAL'
  return perMinute > 0 ? 'WARNING' : 'OK'
}

/** The slowest networks make a block every few minutes. */
const HEAD_OLD_SECONDS = 900

export function healthOfNode(headAgeSeconds: number | null): HealthState {
  if (headAgeSeconds === null) return 'CRITICAL'
  return headAgeSeconds > HEAD_OLD_SECONDS ? 'WARNING' : 'OK'
}

/** A verification runs every day. */
const VERIFIED_OLD_SECONDS = 2 * 24 * 60 * 60

export function healthOfVerification(verification: {
  problems: number
  ageSeconds: number | null
}): HealthState {
  if (verification.problems > 0) return 'CRITICAL'
  if (verification.ageSeconds === null) return 'UNKNOWN'
  return verification.ageSeconds > VERIFIED_OLD_SECONDS ? 'WARNING' : 'OK'
}
