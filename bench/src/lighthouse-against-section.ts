import { MAX_BLOCKING_RATIO } from './lighthouse-verdict.ts'
import { measurementConditions, table } from './markdown.ts'
import { median } from './median.ts'
import { withLimit, type Plot } from './plot.ts'
import type { ComparedMeasure, RecordedResults } from './results.ts'

const BLOCKING = /^(?:total|processor)-blocking-time$/

export function lighthouseAgainstSection(
  recorded: RecordedResults['lighthouse-against'] | undefined,
  plot: Plot,
): string {
  const head = `### Against an earlier commit

\`npm run lighthouse -- --against <checkout> --runs 9 --record\` loads the pages of this checkout and of another one in alternating runs, so that a busy machine slows down both. The processor blocking time counts what each task of the page was on the processor, four times as slow, beyond 50 ms; the total blocking time of Lighthouse counts the time that passed, which includes waiting for other processes.`
  if (!recorded) return `${head} Nothing has been recorded.`
  const { ranOn, runs, commit, pages } = recorded
  const rows = pages.flatMap(({ page, measures }) => measures.map((each) => ({ page, ...each })))
  const bars = rows
    .filter(({ name }) => BLOCKING.test(name))
    .map(({ page, ...measure }) => ({
      name: `${measure.name.replace(/-.*/, '')}, ${page.replace(/,.*/, '')}`,
      value: ratioOf(measure),
      ...withLimit(MAX_BLOCKING_RATIO),
      label: ratioOf(measure).toFixed(2),
    }))
  return `${head} The other one is ${commit}; medians of ${runs} runs each. ${measurementConditions(ranOn)}

${plot('lighthouse-against', `Blocking time relative to ${commit}; the tick is the target`, bars)}

${table(
  ['page', 'measure', 'this', commit, 'ratio', 'target', 'each run, this', `each run, ${commit}`],
  rows.map(({ page, ...measure }) => [
    page,
    measure.name.replaceAll('-', ' '),
    shown(measure, median(measure.ours)),
    shown(measure, median(measure.theirs)),
    ratioOf(measure).toFixed(2),
    BLOCKING.test(measure.name) ? `at most ${MAX_BLOCKING_RATIO}` : '',
    measure.ours.map((value) => value.toFixed(0)).join(', '),
    measure.theirs.map((value) => value.toFixed(0)).join(', '),
  ]),
)}`
}

const ratioOf = ({ ours, theirs }: ComparedMeasure) => median(ours) / median(theirs)

const shown = ({ kind }: ComparedMeasure, value: number) =>
  kind === 'ms' ? `${value.toFixed(0)} ms` : value.toFixed(0)
