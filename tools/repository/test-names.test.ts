import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../run-step.ts'

/** Tests of the whole product, which belong to no single file. */
const PRODUCT_TESTS = [
  'apps/server/test/',
  'apps/web/test/',
  'apps/console/test/',
  'packages/rules/src/fixed-values.test.ts',
  'tools/repository/',
]

const files = ['packages/*/src', 'apps/*/{src,test}', 'bench/src', 'tools'].flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT }),
)
const stemOf = (file: string) =>
  basename(file).replace(/\.(table|queries|service|routes|jobs|schemas|endpoints)?\.?tsx?$/, '')
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/** The files and folders that a test may be named after. */
const named = Map.groupBy(
  files.filter((file) => !isTest(file)),
  (file) => dirname(file),
)

test('a test is named after the file or folder it tests, with an optional suffix after a dash or a dot', () => {
  const strangers = files.filter(isTest).filter((file) => {
    if (PRODUCT_TESTS.some((folderOfTests) => file.startsWith(folderOfTests))) return false
    const folder = dirname(file)
    const stems = [basename(folder), ...(named.get(folder) ?? []).map(stemOf)]
    const name = basename(file).replace(/\.test\.tsx?$/, '')
    return !stems.some(
      (stem) => name === stem || name.startsWith(`${stem}-`) || name.startsWith(`${stem}.`),
    )
  })

  expect(strangers).toEqual([])
})
