/** A run over all members, in committed batches. */
export type MemberRun = {
  name: string
  members: number
  seconds: number
  perSecond: number
  batches: number
  peakMb: number
  growthMb: number
  ok: boolean
  /** Facts that are no duration. */
  detail?: string
}

/** The measurements that a process prints about a run. */
export type MeasuredRun = { seconds: number; batches: number; idleMb: number; peakMb: number }

/** A million members in ten minutes. */
const REQUIRED_PER_SECOND = 1_000_000 / 600

export function memberRun(
  name: string,
  members: number,
  { seconds, batches, idleMb, peakMb }: MeasuredRun,
  /** The memory by which the process may grow. */
  growthLimitMb: number,
): MemberRun {
  const perSecond = members / seconds
  const growthMb = peakMb - idleMb
  const ok = perSecond >= REQUIRED_PER_SECOND && growthMb < growthLimitMb
  return { name, members, seconds, perSecond, batches, peakMb, growthMb, ok }
}
