import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../run-step.ts'

const LINES_MAX = 400

/** The router generates its tree, and a released migration never changes. */
const EXEMPT = /\.gen\.ts$|\/migrations\//

test(`no source file has more than ${LINES_MAX} lines`, () => {
  const tracked = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.css'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const files = tracked.trim().split('\n')
  const long = files
    .filter((file) => !EXEMPT.test(file) && existsSync(join(ROOT, file)))
    .map((file) => ({ file, lines: linesOf(readFileSync(join(ROOT, file), 'utf8')) }))
    .filter(({ lines }) => lines > LINES_MAX)

  expect(files.length).toBeGreaterThan(1000)
  expect(long).toEqual([])
})

function linesOf(text: string): number {
  return text.replace(/\n$/, '').split('\n').length
}
