import { Code } from '@solstice/contract/codes'
import { MIX, type LoadAction, type Kind } from './load-actions.ts'
import type { Growth } from './memory.ts'
import type { Done, LoadResult } from './run-load.ts'

export const KINDS: readonly Kind[] = ['read', 'write', 'auth']

/**
 * Limits how much memory a process may hold at the end beyond what it held when warm: a fixed
 * amount plus an amount per minute. The heap after a collection is flat; resident memory grows in
 * larger steps and is not returned immediately.
 */
const GROWTH_LIMITS = {
  heap: { fixedMb: 2, perMinuteMb: 1 },
  resident: { fixedMb: 16, perMinuteMb: 1 },
}

/**
 * Above this share of rate-limited responses, the run measured the limits instead of the servers.
 */
const MAX_LIMITED_SHARE = 0.1

type CheckedRun = Omit<LoadResult, 'done'> & {
  done: readonly (Omit<Done, 'action'> & { action: Pick<LoadAction, 'kind'> })[]
}

/** Returns the reasons why a run failed. A missing metric counts as a failure. */
export function failuresOf({ done, memory, checked, replies, problems }: CheckedRun): string[] {
  const held = Object.entries(memory)
  return [
    ...problems,
    ...checked.problems,
    ...(held.length > 0 ? [] : ['no process reported its memory']),
    ...held.flatMap(([name, growth]) => memoryFailures(name, growth)),
    ...mixFailures(done),
    ...(checked.kept > 0 ? [] : ['no write with a key was acknowledged']),
    ...(replies.received > 0 && replies.counted === replies.received
      ? []
      : [`members received ${replies.received} replies, the servers counted ${replies.counted}`]),
  ]
}

function memoryFailures(name: string, { minutes, ...held }: Growth): string[] {
  return (['heap', 'resident'] as const).flatMap((kind) => {
    const { warmMb, endMb } = held[kind]
    const { fixedMb, perMinuteMb } = GROWTH_LIMITS[kind]
    const most = fixedMb + perMinuteMb * minutes
    // The comparison is written so that NaN fails.
    if (minutes > 0 && endMb - warmMb <= most) return []
    return [
      `${name}: ${kind} ${warmMb.toFixed(1)} MB when warm, ${endMb.toFixed(1)} MB at the end, ` +
        `allowed growth ${most.toFixed(1)} MB`,
    ]
  })
}

/**
 * Checks that the run had the intended mix and that the servers did the work rather than their
 * limits.
 */
function mixFailures(done: CheckedRun['done']): string[] {
  const total = countOf(done)
  return KINDS.flatMap((kind) => {
    const ofKind = done.filter(({ action }) => action.kind === kind)
    const count = countOf(ofKind)
    const share = count / total
    const expectedShare = MIX[kind] / 100
    // Four standard deviations of the sampled share, plus one percent.
    const slack = 0.01 + 4 * Math.sqrt((expectedShare * (1 - expectedShare)) / total)
    const limited = ofKind.reduce(
      (sum, { codes }) => sum + (codes.get(Code.TOO_MANY_REQUESTS) ?? 0),
      0,
    )
    const accepted = ofKind.reduce((sum, { codes }) => sum + (codes.get(Code.SUCCESS) ?? 0), 0)
    return [
      ...(Math.abs(share - expectedShare) <= slack
        ? []
        : [`${kind}: ${(100 * share).toFixed(1)} % of the requests instead of ${MIX[kind]} %`]),
      ...(accepted > 0 ? [] : [`${kind}: none of ${count} requests was accepted`]),
      ...(limited <= count * MAX_LIMITED_SHARE
        ? []
        : [`${kind}: ${limited} of ${count} requests were refused by a limit`]),
    ]
  })
}

function countOf(done: CheckedRun['done']): number {
  return done.reduce((sum, { ms }) => sum + ms.length, 0)
}
