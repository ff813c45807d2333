import type { TestResult } from './test-results.ts'

/** A suite counts its tests; a gate (check, build, budget, trace) passes or counts as one failure. */
export type SuiteReport = {
  name: string
  seconds: number
  passed: number
  failed: number
  skipped: number
  note: string
  /** The titles of failed tests, with the beginning of their first error. */
  failures?: string[]
  /** The titles of tests that ran again because a process crashed, with that crash. */
  crashed?: string[]
}

export function reportSuite(
  name: string,
  ran: { ok: boolean; seconds: number },
  results: TestResult[] | undefined,
): SuiteReport {
  const count = (outcome: TestResult['outcome']) =>
    (results ?? []).filter((result) => result.outcome === outcome).length
  const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')]
  const empty = passed + failed === 0
  const formatResults = (some: TestResult[]) =>
    some.map(({ file, path, errorText }) =>
      [`${file}: ${path.join(' > ')}`, errorText].filter(Boolean).join('\n'),
    )
  const crashed = (results ?? []).filter((result) => result.crash !== undefined)
  return {
    name,
    seconds: ran.seconds,
    passed,
    // A file that cannot be loaded fails its suite without failing a test; an empty suite proves nothing.
    failed: failed === 0 && (!ran.ok || empty) ? 1 : failed,
    skipped,
    failures: formatResults((results ?? []).filter(({ outcome }) => outcome === 'failed')),
    crashed: crashed.map(({ file, path, crash }) => `${file}: ${path.join(' > ')}\n${crash}`),
    note: noteOf({ empty, isExplained: ran.ok === (failed === 0), crashed: crashed.length }),
  }
}

type Ran = { empty: boolean; isExplained: boolean; crashed: number }

function noteOf({ empty, isExplained, crashed }: Ran): string {
  if (empty) return 'ran no tests'
  if (!isExplained) return 'failed outside its tests'
  return crashed === 0 ? '' : `${crashed} crashed and ran again`
}

export function reportGate(name: string, ran: { ok: boolean; seconds: number }): SuiteReport {
  return {
    name,
    seconds: ran.seconds,
    passed: 0,
    failed: ran.ok ? 0 : 1,
    skipped: 0,
    note: ran.ok ? 'ok' : 'failed',
  }
}

export function formatReport(reports: SuiteReport[]): string {
  const line = (...cells: [string, string, string, string, string, string]) =>
    [cells[0].padEnd(22), ...cells.slice(1, 5).map((cell) => cell.padStart(9)), `  ${cells[5]}`]
      .join('')
      .trimEnd()
  const sum = (of: 'passed' | 'failed') => reports.reduce((total, report) => total + report[of], 0)
  return [
    line('suite', 'passed', 'failed', 'skipped', 'seconds', ''),
    ...reports.map((report) => {
      const isGate = report.passed + report.failed + report.skipped === 0
      const shown = (count: number) => (isGate ? '-' : String(count))
      return line(
        report.name,
        shown(report.passed),
        shown(report.failed),
        shown(report.skipped),
        report.seconds.toFixed(1),
        report.note,
      )
    }),
    '',
    `Tests: ${sum('passed')} passed, ${sum('failed')} failed`,
  ].join('\n')
}
