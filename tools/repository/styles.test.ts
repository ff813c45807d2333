import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../run-step.ts'

const WEB = 'apps/web/src'
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** Who imports a style sheet, and by which name. */
const uses = globSync(`${WEB}/**/*.{ts,tsx}`, { cwd: ROOT }).flatMap((file) => {
  const source = read(file)
  return Array.from(
    source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g),
    ([, name = '', path = '']) => ({
      source,
      name,
      sheet: path.startsWith('#/')
        ? `${WEB}${path.slice(1)}`
        : normalize(join(dirname(file), path)),
    }),
  )
})

const classesOf = (sheet: string) =>
  new Set(
    Array.from(
      read(sheet)
        .replaceAll(/\/\*[^]*?\*\//g, '')
        .matchAll(/\.([a-zA-Z]\w*)(?=[^{}]*\{)/g),
      ([, name = '']) => name,
    ),
  )

// The dead code that knip looks for is TypeScript.
test('every class of a style sheet is worn by somebody who imports it', () => {
  const sheets = globSync(`${WEB}/**/*.module.css`, { cwd: ROOT })
  const unworn = sheets.flatMap((sheet) => {
    const wearers = uses.filter((use) => use.sheet === sheet)
    // A class that is chosen by a value cannot be seen from outside.
    if (wearers.some(({ source, name }) => source.includes(`${name}[`))) return []
    return Array.from(classesOf(sheet))
      .filter(
        (each) =>
          !wearers.some(({ source, name }) => new RegExp(`\\b${name}\\.${each}\\b`).test(source)),
      )
      .map((each) => `${sheet} .${each}`)
  })

  expect(sheets.length).toBeGreaterThan(80)
  expect(unworn).toEqual([])
})
