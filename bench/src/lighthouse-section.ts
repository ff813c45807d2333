import { measurementConditions, table } from './markdown.ts'
import { withLimit, type Plot } from './plot.ts'
import type { RecordedResults, Score } from './results.ts'

export function lighthouseSection(
  { ranOn, runs, pages }: RecordedResults['lighthouse'],
  plot: Plot,
): string {
  const all = pages.flatMap(({ page, scores }) => scores.map((score) => ({ page, ...score })))
  const bars = all
    .filter(({ kind }) => kind === 'score')
    .map((score) => ({
      name: `${titleOf(score.name)}, ${score.page.replace(/,.*/, '')}`,
      value: score.value,
      ...withLimit(score.limit),
      label: valueOf(score),
    }))
  return `## Lighthouse

\`npm run lighthouse -- --record\` (6 min, or the pages that start with \`--only\`): a phone on a slow network, medians of ${runs}. A page load of a member asks for the log-in or the PIN, so home and the wallet are measured as steps inside the app, on a processor and a network that are slowed down, and have no performance score. ${measurementConditions(ranOn)}

${plot('lighthouse', 'Scores out of 100; the tick is the required score, for performance the target', bars)}

${table(
  ['page', 'measure', 'value', 'required', 'target'],
  all.map((score) => [
    score.page,
    titleOf(score.name),
    valueOf(score),
    score.isAim ? '' : boundOf(score),
    score.isAim ? boundOf(score) : '',
  ]),
)}

A missed requirement fails the command. A missed target does not, because the performance score falls on a busy machine.`
}

const titleOf = (name: string) => name.replaceAll('-', ' ')

function valueOf({ kind, value }: Score): string {
  if (kind === 'ms') return `${Math.round(value)} ms`
  return String(Number(value.toFixed(3)))
}

function boundOf({ kind, limit }: Score): string {
  if (limit === undefined) return ''
  return kind === 'score' ? `at least ${limit}` : `at most ${limit}`
}
