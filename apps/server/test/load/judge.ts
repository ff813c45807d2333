import { Code } from '@solstice/contract/codes'
import { MIX, type Deed, type Kind } from './deeds.ts'
import type { Growth } from './memory.ts'
import type { Done, LoadResult } from './run-load.ts'

export const KINDS: readonly Kind[] = ['read', 'write', 'auth']

/**
 * What a process may hold more of at the end than when it was warm: a little, whatever the time, and
 * less the longer the run, by the minute. Its heap after a collection is flat; the memory that the
 * system gives it moves in larger pieces and is not given back at once.
 */
const MAY_GROW = {
  heap: { atOnceMb: 2, perMinuteMb: 1 },
  resident: { atOnceMb: 16, perMinuteMb: 1 },
}

/** More than this share of replies from a limit, and the run was one of limits. */
const MOST_LIMITED = 0.1

type Judged = Omit<LoadResult, 'done'> & {
  done: readonly (Omit<Done, 'deed'> & { deed: Pick<Deed, 'kind'> })[]
}

/** Why a run did not hold. A figure that is missing speaks against it. */
export function failuresOf({ done, memory, checked, replies, problems }: Judged): string[] {
  const held = Object.entries(memory)
  return [
    ...problems,
    ...checked.problems,
    ...(held.length > 0 ? [] : ['nobody told how much memory it holds']),
    ...held.flatMap(([name, growth]) => memoryFailures(name, growth)),
    ...mixFailures(done),
    ...(checked.kept > 0 ? [] : ['no write with a key was acknowledged']),
    ...(replies.received > 0 && replies.counted === replies.received
      ? []
      : [`members had ${replies.received} replies, the servers counted ${replies.counted}`]),
  ]
}

function memoryFailures(name: string, { minutes, ...held }: Growth): string[] {
  return (['heap', 'resident'] as const).flatMap((kind) => {
    const { warmMb, endMb } = held[kind]
    const { atOnceMb, perMinuteMb } = MAY_GROW[kind]
    const most = atOnceMb + perMinuteMb * minutes
    // Asked so that what is not a number does not pass.
    if (minutes > 0 && endMb - warmMb <= most) return []
    return [
      `${name}: ${kind} ${warmMb.toFixed(1)} MB when warm, ${endMb.toFixed(1)} MB at the end, ` +
        `${most.toFixed(1)} MB more would be flat`,
    ]
  })
}

/** Whether it was the load it was meant to be, and the servers did the work rather than their limits. */
function mixFailures(done: Judged['done']): string[] {
  const total = countOf(done)
  return KINDS.flatMap((kind) => {
    const ofKind = done.filter(({ deed }) => deed.kind === kind)
    const count = countOf(ofKind)
    const share = count / total
    const expectedShare = MIX[kind] / 100
    // Four times what chance does to so many, and one in a hundred besides.
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
      ...(limited <= count * MOST_LIMITED
        ? []
        : [`${kind}: ${limited} of ${count} requests were refused by a limit`]),
    ]
  })
}

function countOf(done: Judged['done']): number {
  return done.reduce((sum, { ms }) => sum + ms.length, 0)
}
