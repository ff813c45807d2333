import { writeFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { REPORT_FILE, type TestRun } from '../tools/mutants/mutant.ts'
import { firstLine, playwrightOutcome } from '../tools/mutants/outcome.ts'
import { ROOT } from '../tools/run-step.ts'

/** Playwright's JSON report omits hooks and fixtures, which decide whether a mutant was killed. */
export default class MutantReporter implements Reporter {
  readonly #run: TestRun = { results: [], errors: [] }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#run.results.push({
      file: relative(ROOT, test.location.file).split(sep).join('/'),
      // The root, the project and the file precede the titles.
      path: test.titlePath().slice(3),
      ...playwrightOutcome(result),
    })
  }

  onError({ message = '' }: TestError): void {
    this.#run.errors.push(firstLine(message))
  }

  onEnd(): void {
    const file = process.env[REPORT_FILE]
    if (file !== undefined) writeFileSync(file, JSON.stringify(this.#run))
  }
}
