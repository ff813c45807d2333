import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../run-step.ts'

const SOURCES = ['apps/web/src', 'apps/console/src', 'packages/ui/src']
const inSources = (name: string) => SOURCES.map((folder) => `${folder}/**/${name}`)
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** The modules that import a style sheet, and the name they import it by. */
const uses = globSync(inSources('*.{ts,tsx}'), { cwd: ROOT }).flatMap((file) => {
  const source = read(file)
  return Array.from(
    source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g),
    ([, name = '', path = '']) => ({
      source,
      name,
      sheet: path.startsWith('#/')
        ? file.split('/').slice(0, 3).join('/') + path.slice(1)
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

// knip finds dead code only in TypeScript.
test('every class of a style sheet is used by a module that imports it', () => {
  const sheets = globSync(inSources('*.module.css'), { cwd: ROOT })
  const unusedClasses = sheets.flatMap((sheet) => {
    const importers = uses.filter((use) => use.sheet === sheet)
    // A class selected by a computed name cannot be detected.
    if (importers.some(({ source, name }) => source.includes(`${name}[`))) return []
    return Array.from(classesOf(sheet))
      .filter(
        (each) =>
          !importers.some(({ source, name }) => new RegExp(`\\b${name}\\.${each}\\b`).test(source)),
      )
      .map((each) => `${sheet} .${each}`)
  })

  expect(sheets.length).toBeGreaterThan(80)
  expect(unusedClasses).toEqual([])
})
