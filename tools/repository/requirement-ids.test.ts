import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../run-step.ts'
import { parseRequirements } from '../trace/requirements.ts'

const FOLDER = 'docs/requirements'

test('every requirement id stands in one row and once in the list of ids', () => {
  const files = globSync(`${FOLDER}/*.md`, { cwd: ROOT }).filter(
    (file) => !file.endsWith('README.md'),
  )
  const inRows = files.flatMap((file) =>
    parseRequirements(file, readFileSync(join(ROOT, file), 'utf8')).rows.flatMap(({ ids }) => ids),
  )
  const listed = readFileSync(join(ROOT, FOLDER, 'ids.txt'), 'utf8')
    .trim()
    .split('\n')

  expect(inRows.length).toBeGreaterThan(0)
  expect(repeatedIn(inRows)).toEqual([])
  expect(repeatedIn(listed)).toEqual([])
  expect(inRows.toSorted()).toEqual(listed.toSorted())
})

function repeatedIn(ids: readonly string[]): string[] {
  return ids.filter((id, index) => ids.indexOf(id) !== index)
}
