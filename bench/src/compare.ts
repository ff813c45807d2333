import { median } from './median.ts'

export type Measure = { name: string; perSecond: () => Promise<number> }

export type Comparison = {
  name: string
  /** The required ratio and the desired one. Without them the ratio is only reported. */
  target?: number
  aim?: number
  ours: Measure
  theirs: Measure
}

export type Result = {
  name: string
  target: number | undefined
  aim: number | undefined
  ratio: number
  ok: boolean
  ours: Rates
  theirs: Rates
}

type Rates = { name: string; perSecond: number; rounds: number[] }

/**
 * Compares two measures in alternating rounds, so that disturbances affect both; the ratio is the
 * median of the rounds' ratios. The first round is a warm-up.
 */
export async function compare(comparison: Comparison, rounds: number): Promise<Result> {
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    // Each side goes first in every other round, so that drift within a round favours neither.
    const sides = [comparison.ours, comparison.theirs]
    const rates = new Map<Measure, number>()
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      rates.set(side, await side.perSecond())
    }
    const our = rates.get(comparison.ours) ?? Number.NaN
    const their = rates.get(comparison.theirs) ?? Number.NaN
    if (round === 0) continue
    ours.push(our)
    theirs.push(their)
  }
  const { name, target, aim } = comparison
  const ratio = median(ours.map((rate, round) => rate / (theirs[round] ?? Number.NaN)))
  return {
    name,
    target,
    aim,
    ratio,
    ok: target === undefined || ratio >= target,
    ours: { name: comparison.ours.name, perSecond: median(ours), rounds: ours },
    theirs: { name: comparison.theirs.name, perSecond: median(theirs), rounds: theirs },
  }
}

export function printTable(results: readonly Result[]): void {
  const rows = results.map(({ name, ours, theirs, ratio, target, aim, ok }) => [
    name,
    {
      ours: `${ours.name}: ${rate(ours)}/s`,
      theirs: `${theirs.name}: ${rate(theirs)}/s`,
      ratio: Number(ratio.toFixed(2)),
      target: target === undefined ? 'none' : `${target}${aim === undefined ? '' : `, aim ${aim}`}`,
      met: ok ? 'yes' : 'NO',
    },
  ])
  console.table(Object.fromEntries(rows))
}

const rate = ({ perSecond }: Rates) => perSecond.toFixed(perSecond < 10 ? 2 : 0)
