import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from './run-step.ts'

type Import = { from: string; to: string; isType: boolean }

const HOUSES = ['packages/*/src', 'apps/*/src', 'bench/src', 'e2e', 'tools']
const files = new Set(
  HOUSES.flatMap((house) => globSync(`${house}/**/*.{ts,tsx}`, { cwd: ROOT })).filter(
    // What the router writes is no file of ours.
    (file) => !file.includes('node_modules') && !file.endsWith('.gen.ts'),
  ),
)

const IMPORT = /(?:(?:import|export)(\s+type)?\b[^;'"]*?\bfrom|import\s*\(?)\s*'([^']+)'/g

const imports: Import[] = Array.from(files).flatMap((from) =>
  Array.from(readFileSync(join(ROOT, from), 'utf8').matchAll(IMPORT), ([, type, specifier]) => ({
    from,
    to: pathOf(from, specifier ?? ''),
    isType: type !== undefined,
  })).filter(({ to }) => files.has(to)),
)

function pathOf(from: string, specifier: string): string {
  const [, ours, file] = /^@solstice\/(\w+)\/(.+)$/.exec(specifier) ?? []
  if (ours) return `packages/${ours}/src/${file}.ts`
  if (specifier.startsWith('#/')) {
    return specifier.replace('#', from.split('/').slice(0, 3).join('/'))
  }
  return normalize(join(dirname(from), specifier))
}

/** One way around for each knot: from a place by way of others back to it. */
function circlesIn(steps: readonly { from: string; to: string }[]): string[][] {
  const next = Map.groupBy(steps, ({ from }) => from)
  const done = new Set<string>()
  const circles: string[][] = []
  const walk = (at: string, way: readonly string[]): void => {
    const seenAt = way.indexOf(at)
    if (seenAt >= 0) circles.push([...way.slice(seenAt), at])
    if (seenAt >= 0 || done.has(at)) return
    for (const to of new Set(next.get(at)?.map((step) => step.to))) walk(to, [...way, at])
    done.add(at)
  }
  for (const from of next.keys()) walk(from, [])
  return circles
}

/** Between the folders of a folder; what lies in it directly is its own. */
function betweenFoldersOf(home: string): Import[] {
  const roomOf = (file: string) =>
    file.startsWith(`${home}/`) ? (/^([^/]+)\//.exec(file.slice(home.length + 1))?.[1] ?? '') : ''
  return imports
    .filter(({ from }) => !/\.test\.tsx?$/.test(from))
    .map(({ from, to, isType }) => ({ from: roomOf(from), to: roomOf(to), isType }))
    .filter(({ from, to }) => from !== '' && to !== '' && from !== to)
}

const steps = (wrong: readonly Import[]) =>
  Array.from(new Set(wrong.map(({ from, to }) => `${from} -> ${to}`)))

test('the walk finds a circle, and the reading finds every way to import', () => {
  const step = (text: string) => ({ from: text.charAt(0), to: text.charAt(1) })

  expect(circlesIn(['ab', 'bc', 'ca', 'ad'].map(step))).toEqual([['a', 'b', 'c', 'a']])
  expect(circlesIn(['ab', 'ac', 'bd', 'cd'].map(step))).toEqual([])
  const found = (text: string) => Array.from(text.matchAll(IMPORT), ([, type, to]) => [type, to])
  expect(found(`import { a,\n b } from './x.ts'`)).toEqual([[undefined, './x.ts']])
  expect(found(`import type { a } from './x.ts'`)).toEqual([[' type', './x.ts']])
  expect(found(`export { a } from './x.ts'\nimport './y.ts'`)).toHaveLength(2)
  expect(found(`const later = () => import('./x.ts')`)).toEqual([[undefined, './x.ts']])
  expect(imports.length).toBeGreaterThan(3000)
})

test('no file imports itself by way of others, not even for a type', () => {
  expect(circlesIn(imports)).toEqual([])
})

test('features meet only in routes, and the rooms of one that has rooms import one way', () => {
  const wallet = 'apps/web/src/features/wallet'
  const upFromWallet = imports.filter(
    ({ from, to }) =>
      dirname(from) === wallet && to.startsWith(`${wallet}/`) && dirname(to) !== wallet,
  )

  expect(steps(betweenFoldersOf('apps/web/src/features'))).toEqual([])
  expect(circlesIn(betweenFoldersOf(wallet))).toEqual([])
  expect(betweenFoldersOf(wallet).length).toBeGreaterThan(50)
  expect(steps(upFromWallet)).toEqual([])
})

describe('the drawings in ARCHITECTURE.md', () => {
  const [houseDrawing = '', moduleDrawing = ''] = Array.from(
    readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').matchAll(/```mermaid\n([^`]*)```/g),
    ([, drawing]) => drawing,
  )

  test('hold every module of the server once, and each imports only what stands below it', () => {
    const rows = Array.from(moduleDrawing.matchAll(/\["([^"]+)"\]/g), ([, row = '']) =>
      row.split(' · '),
    )
    const modules = globSync('apps/server/src/modules/*', { cwd: ROOT }).map((path) =>
      path.slice(path.lastIndexOf('/') + 1),
    )
    const rowOf = (name: string) => rows.findIndex((row) => row.includes(name))
    const between = betweenFoldersOf('apps/server/src/modules')

    expect(rows.flat().toSorted()).toEqual(modules.toSorted())
    expect(steps(between.filter(({ from, to }) => rowOf(to) <= rowOf(from)))).toEqual([])
  })

  test.each([
    ['apps/server/src', ['demo', 'http', 'modules', 'adapters', 'platform']],
    ['apps/web/src', ['routes', 'features', 'shell', 'vault', 'ui', 'lib', 'locales']],
  ])('name the rooms of %s from above to below, as they import', (home, rooms) => {
    const between = betweenFoldersOf(home).filter(
      ({ from, to }) => rooms.includes(from) && rooms.includes(to),
    )
    const up = between.filter(({ from, to }) => rooms.indexOf(to) < rooms.indexOf(from))

    for (const room of rooms) expect(houseDrawing).toContain(room)
    // A module's routes are given what mounts them: they know its type, and nothing else of http.
    expect(
      steps(up.filter(({ from, to, isType }) => !isType || to !== 'http' || from !== 'modules')),
    ).toEqual([])
  })
})
