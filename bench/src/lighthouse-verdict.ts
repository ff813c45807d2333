import { median } from './median.ts'
import type { ComparedMeasure, ComparedPage } from './results.ts'

/** The required share of the blocking time before the log-in was prerendered. */
export const MAX_BLOCKING_RATIO = 0.5
const JUDGED = 'total-blocking-time'

type Verdict = {
  page: string
  kind: 'met' | 'missed' | 'not comparable'
  reason: string
}

/**
 * Judges whether each page blocks for at most half as long as that of the other checkout. A page
 * without values of both sides was not compared, which must not pass for a good result.
 */
function judgeBlocking(pages: readonly ComparedPage[]): Verdict[] {
  return pages.map(({ page, measures, failure }) => {
    const judged = measures.find(({ name }) => name === JUDGED)
    const reason = failure ?? (judged ? incomparable(judged) : `${JUDGED} was not measured`)
    if (!judged || reason !== undefined) {
      return { page, kind: 'not comparable', reason: reason ?? '' }
    }
    const [ours, theirs] = [median(judged.ours), median(judged.theirs)]
    const isMet = ours <= MAX_BLOCKING_RATIO * theirs
    return {
      page,
      kind: isMet ? 'met' : 'missed',
      reason: `${JUDGED} is ${ours.toFixed(0)} ms, the other ${theirs.toFixed(0)} ms; at most ${MAX_BLOCKING_RATIO} of it is allowed`,
    }
  })
}

function incomparable({ ours, theirs }: ComparedMeasure): string | undefined {
  for (const [side, values] of [
    ['this checkout', ours],
    ['the other one', theirs],
  ] as const) {
    if (values.length === 0 || !values.every(Number.isFinite)) {
      return `${JUDGED} has no value in a run of ${side}`
    }
  }
  return ours.length === theirs.length ? undefined : 'The sides have different numbers of runs'
}

/** Returns false when nothing was compared, or not all pages were and met the limit. */
const isMetByAll = (verdicts: readonly Verdict[]): boolean =>
  verdicts.length > 0 && verdicts.every(({ kind }) => kind === 'met')

type Print = (line: string) => void

/** Prints the medians and the verdict on each page. Returns whether all pages met the limit. */
export function printComparison(
  { pages, left }: { pages: readonly ComparedPage[]; left: readonly string[] },
  runs: number,
  print: Print = console.log,
): boolean {
  for (const { page, measures } of pages.filter(({ failure }) => failure === undefined)) {
    print(`Lighthouse, mobile, ${page}, medians of ${runs} alternating runs`)
    for (const { name, ours, theirs } of measures) {
      const [own, other] = [median(ours), median(theirs)]
      print(
        `  ${name.padEnd(26)} ${own.toFixed(0)}, the other ${other.toFixed(0)}, ratio ${(own / other).toFixed(2)}`,
      )
    }
  }
  const verdicts = judgeBlocking(pages)
  for (const { page, kind, reason } of verdicts) {
    print(`${kind === 'met' ? 'ok' : `FAIL, ${kind}`}: ${page}: ${reason}`)
  }
  for (const page of left) print(`not compared: ${page}: a step inside the app has no first paint`)
  if (pages.length === 0) print('FAIL: no page was compared')
  return isMetByAll(verdicts)
}
