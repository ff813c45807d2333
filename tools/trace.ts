import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './run-step.ts'
import { countByPrefix, evaluate, noCounts } from './trace/evaluate.ts'
import { type Row, parseRequirements } from './trace/requirements.ts'
import { SUITES, readSuite } from './test-results.ts'

const FOLDER = 'docs/requirements'

const knownIds = new Set(
  readFileSync(join(ROOT, FOLDER, 'ids.txt'), 'utf8')
    .split('\n')
    .filter((id) => id !== ''),
)
const rows: Row[] = []
const problems: string[] = []
for (const file of globSync(`${FOLDER}/*.md`, { cwd: ROOT }).toSorted()) {
  if (file.endsWith('README.md')) continue
  const parsed = parseRequirements(file, readFileSync(join(ROOT, file), 'utf8'))
  rows.push(...parsed.rows)
  problems.push(...parsed.problems)
}
const left = SUITES.map((suite) => ({ suite, results: readSuite(ROOT, suite) }))
const missing = left.filter(({ results }) => !results).map(({ suite }) => suite)
const results = left.flatMap((one) => one.results ?? [])
const evaluation = evaluate(rows, knownIds, results)
problems.push(...evaluation.problems)

const total = noCounts()
const columns = ['proven', 'broken', 'reason', 'unlisted'] as const
const line = (name: string, cells: (string | number)[]) =>
  console.log(name.padEnd(9) + cells.map((cell) => String(cell).padStart(9)).join(''))
line('', [...columns])
for (const [prefix, counts] of countByPrefix(knownIds, evaluation.standings)) {
  for (const column of columns) total[column] += counts[column]
  line(
    prefix,
    columns.map((column) => counts[column]),
  )
}
line(
  'total',
  columns.map((column) => total[column]),
)

if (missing.length > 0) console.log(`No results of ${missing.join(', ')}: run npm test first.`)
for (const problem of problems) console.log(`broken: ${problem}`)
if (problems.length > 0) process.exitCode = 1
