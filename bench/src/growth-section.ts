import type { GrowthRow } from './growth/growth.ts'
import { measurementConditions, table } from './markdown.ts'
import type { RecordedResults } from './results.ts'

const SHOWN_CHARACTERS = 90

/** Renders the statements at two sizes and the jobs for all members, each if it was recorded. */
export function growthSection(
  statements: RecordedResults['bench-growth'] | undefined,
  jobs: RecordedResults['bench-growth-jobs'] | undefined,
): string {
  return `## Growth with the number of members

\`npm run bench -- --only growth --record\` compares every statement of every call and every job at two numbers of members. A statement grows when both its pages and its time more than triple and it takes more than 5 ms; the command fails when such a statement is not listed with a reason. ${statements ? statementsText(statements) : 'It has not been recorded.'}

### Jobs for all members

\`npm run bench -- --only growth --whole --record\` runs each job to its end, in a process of its own. ${jobs ? jobsText(jobs) : 'It has not been recorded.'}`
}

function statementsText({ ranOn, results }: RecordedResults['bench-growth']): string {
  const tables = results.map(({ small, large, compared, statements }) => {
    const others = `The other ${compared - statements.length} of ${compared} statements take at most 5 ms and are not listed.`
    if (statements.length === 0) return others
    const sizes = [small, large].map((members) => members.toLocaleString('en-US'))
    return `${table(
      [
        'statement',
        'sent by',
        ...sizes.flatMap((size) => [`ms, ${size} members`, 'pages']),
        'verdict',
      ],
      statements.map((statement) => [
        sqlOf(statement),
        senderOf(statement),
        ...[statement.small, statement.large].flatMap((cost) => [
          numberOf(cost?.ms, 1),
          numberOf(cost?.buffers, 0),
        ]),
        verdictOf(statement),
      ]),
    )}

${others}`
  })
  return `${measurementConditions(ranOn)}

${tables.join('\n\n')}`
}

function jobsText({ ranOn, results }: RecordedResults['bench-growth-jobs']): string {
  return `${measurementConditions(ranOn)}

${table(
  ['job', 'members', 'seconds', 'members per second', 'peak MB', 'above idle, MB'],
  results.map(({ job, members, seconds, idleMb, peakMb }) => [
    job,
    members.toLocaleString('en-US'),
    seconds.toFixed(1),
    (members / seconds).toFixed(0),
    peakMb.toFixed(0),
    (peakMb - idleMb).toFixed(0),
  ]),
)}`
}

/** A pipe would end the cell, and a backtick the code. */
function sqlOf({ text }: GrowthRow): string {
  const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
  return `\`${shown.replaceAll(/\s+/g, ' ').replaceAll('`', "'").replaceAll('|', '\\|')}\``
}

function senderOf({ source, sources }: GrowthRow): string {
  return sources > 1 ? `${source} and ${sources - 1} more` : source
}

/** A record has no number for the pages of a statement that was ended before it finished. */
function numberOf(value: number | undefined, digits: number): string {
  if (value === undefined) return ''
  return Number.isFinite(value) ? value.toFixed(digits) : 'ended'
}

function verdictOf({ ok, reason }: GrowthRow): string {
  return ok ? (reason ?? 'flat') : 'grows'
}
