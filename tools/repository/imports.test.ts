import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../run-step.ts'

type Import = { from: string; to: string; isType: boolean }

const SOURCE_FOLDERS = [
  'packages/*/src',
  'apps/*/src',
  'apps/server/test',
  'bench/src',
  'e2e',
  'tools',
]
const files = new Set(
  SOURCE_FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT })).filter(
    // The router generates these files.
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
  const [, ours, file] = /^@solstice\/([\w-]+)\/(.+)$/.exec(specifier) ?? []
  // The package of shared components has files of several kinds, so its imports name the extension.
  if (ours) return `packages/${ours}/src/${ours === 'ui' ? file : `${file}.ts`}`
  if (specifier.startsWith('#test/')) return specifier.replace('#', 'apps/server/')
  if (specifier.startsWith('#/')) {
    return specifier.replace('#', `${from.split('/').slice(0, 2).join('/')}/src`)
  }
  return normalize(join(dirname(from), specifier))
}

/** Returns one import cycle for each group of files that import each other. */
function cyclesIn(steps: readonly { from: string; to: string }[]): string[][] {
  const next = Map.groupBy(steps, ({ from }) => from)
  const done = new Set<string>()
  const cycles: string[][] = []
  const walk = (at: string, way: readonly string[]): void => {
    const seenAt = way.indexOf(at)
    if (seenAt >= 0) cycles.push([...way.slice(seenAt), at])
    if (seenAt >= 0 || done.has(at)) return
    for (const to of new Set(next.get(at)?.map((step) => step.to))) walk(to, [...way, at])
    done.add(at)
  }
  for (const from of next.keys()) walk(from, [])
  return cycles
}

/** Returns imports between the subfolders of a folder, without the files directly in it. */
function importsBetweenSubfolders(
  home: string,
  counts: (step: Import) => boolean = () => true,
): Import[] {
  const componentOf = (file: string) =>
    file.startsWith(`${home}/`) ? (/^([^/]+)\//.exec(file.slice(home.length + 1))?.[1] ?? '') : ''
  return imports
    .filter((step) => !/\.test\.tsx?$/.test(step.from) && counts(step))
    .map(({ from, to, isType }) => ({ from: componentOf(from), to: componentOf(to), isType }))
    .filter(({ from, to }) => from !== '' && to !== '' && from !== to)
}

const steps = (wrong: readonly Import[]) =>
  Array.from(new Set(wrong.map(({ from, to }) => `${from} -> ${to}`)))

test('the search finds a cycle, and the parser finds every form of import', () => {
  const step = (text: string) => ({ from: text.charAt(0), to: text.charAt(1) })

  expect(cyclesIn(['ab', 'bc', 'ca', 'ad'].map(step))).toEqual([['a', 'b', 'c', 'a']])
  expect(cyclesIn(['ab', 'ac', 'bd', 'cd'].map(step))).toEqual([])
  const found = (text: string) => Array.from(text.matchAll(IMPORT), ([, type, to]) => [type, to])
  expect(found(`import { a,\n b } from './x.ts'`)).toEqual([[undefined, './x.ts']])
  expect(found(`import type { a } from './x.ts'`)).toEqual([[' type', './x.ts']])
  expect(found(`export { a } from './x.ts'\nimport './y.ts'`)).toHaveLength(2)
  expect(found(`const later = () => import('./x.ts')`)).toEqual([[undefined, './x.ts']])
  expect(imports.length).toBeGreaterThan(3000)
})

test('no file imports itself through others, not even for a type', () => {
  expect(cyclesIn(imports)).toEqual([])
})

test('features meet only in routes, and the subfolders of a feature have no cyclic imports', () => {
  const wallet = 'apps/web/src/features/wallet'
  const upFromWallet = imports.filter(
    ({ from, to }) =>
      dirname(from) === wallet && to.startsWith(`${wallet}/`) && dirname(to) !== wallet,
  )

  expect(steps(importsBetweenSubfolders('apps/web/src/features'))).toEqual([])
  expect(steps(importsBetweenSubfolders('apps/console/src/features'))).toEqual([])
  expect(cyclesIn(importsBetweenSubfolders(wallet))).toEqual([])
  expect(importsBetweenSubfolders(wallet).length).toBeGreaterThan(50)
  expect(steps(upFromWallet)).toEqual([])
})

describe('the diagrams in ARCHITECTURE.md', () => {
  const [componentDiagram = '', moduleDiagram = ''] = Array.from(
    readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').matchAll(/```mermaid\n([^`]*)```/g),
    ([, diagram]) => diagram,
  )

  test('contain every server module once, and each module imports only modules below it', () => {
    const rows = Array.from(moduleDiagram.matchAll(/\["([^"]+)"\]/g), ([, row = '']) =>
      row.split(' · '),
    )
    const modules = globSync('apps/server/src/modules/*', { cwd: ROOT }).map((path) =>
      path.slice(path.lastIndexOf('/') + 1),
    )
    const rowOf = (name: string) => rows.findIndex((row) => row.includes(name))
    // Tables import no module, so queries of any module may join them.
    const between = importsBetweenSubfolders(
      'apps/server/src/modules',
      ({ to }) => !to.endsWith('.table.ts'),
    )

    expect(rows.flat().toSorted()).toEqual(modules.toSorted())
    expect(steps(between.filter(({ from, to }) => rowOf(to) <= rowOf(from)))).toEqual([])
  })

  test('contain every component, and each imports only what its arrows allow', () => {
    const { components, arrows } = parseDiagram(componentDiagram)
    const { code, types } = Object.groupBy(arrows, ({ isType }) => (isType ? 'types' : 'code'))
    const reached = new Map(components.map(({ id }) => [id, reachableFrom(id, code ?? [])]))
    const outside = Array.from(files).filter((file) => componentOf(components, file) === undefined)
    const between = imports
      .filter(({ from }) => !/\.test\.tsx?$/.test(from))
      .map(({ from, to, isType }) => ({
        from: componentOf(components, from) ?? '',
        to: componentOf(components, to) ?? '',
        isType,
      }))
      .filter(({ from, to }) => from !== to)
    const isAllowed = ({ from, to, isType }: Import) =>
      reached.get(from)?.has(to) ||
      (isType && types?.some((arrow) => arrow.from === from && arrow.to === to))
    const isUsed = (arrow: Import) =>
      between.some(({ from, to }) => from === arrow.from && to === arrow.to)

    expect(outside).toEqual([])
    expect(components.flatMap(({ paths }) => paths).filter((path) => !isThere(path))).toEqual([])
    expect(cyclesIn(code ?? [])).toEqual([])
    expect(steps(between.filter((one) => !isAllowed(one)))).toEqual([])
    // An arrow from or to a subgraph counts as one arrow per component; it is used if one of them
    // is.
    const used = new Set(arrows.filter(isUsed).map(({ drawn }) => drawn))
    expect(arrows.map(({ drawn }) => drawn).filter((drawn) => !used.has(drawn))).toEqual([])
  })
})

type Component = { id: string; folder: string; paths: string[] }
type Arrow = Import & { drawn: string }

/**
 * Parses the subset of mermaid in the diagram: subgraphs, components with a label, chains of
 * arrows.
 */
function parseDiagram(diagram: string): { components: Component[]; arrows: Arrow[] } {
  const components = new Map<string, Component>()
  const subgraphs = new Map<string, string>()
  const chains: { from: string; to: string; isType: boolean }[] = []
  let folder = ''
  for (const line of diagram.split('\n').map((text) => text.trim())) {
    const [, id, path] = /^subgraph (\w+) \["([^"]+)"\]$/.exec(line) ?? []
    if (id !== undefined && path !== undefined) {
      subgraphs.set(id, path)
      folder = path
    } else if (line === 'end') folder = ''
    else if (/-->|\.->/.test(line)) {
      const parts = line.split(/\s+(-->|-\. types \.->)\s+/)
      const ids = parts.filter((_, at) => at % 2 === 0).map((part) => enter(part))
      for (const [at, to] of ids.entries()) {
        const from = ids[at - 1]
        if (from !== undefined) chains.push({ from, to, isType: parts[2 * at - 1] !== '-->' })
      }
    }
  }
  const inside = (id: string) => {
    const path = subgraphs.get(id)
    if (path === undefined) return [id]
    return Array.from(components.values())
      .filter((component) => component.folder === path)
      .map((component) => component.id)
  }
  const arrows = chains.flatMap(({ from, to, isType }) =>
    inside(from).flatMap((one) =>
      inside(to).map((other) => ({ from: one, to: other, isType, drawn: `${from} -> ${to}` })),
    ),
  )
  return { components: Array.from(components.values()), arrows }

  function enter(part: string): string {
    const [, id = part, label = id] = /^(\w+)(?:\["([^"]+)"\])?$/.exec(part) ?? []
    if (!subgraphs.has(id) && !components.has(id)) {
      components.set(id, {
        id,
        folder,
        paths: label.split(', ').map((name) => pathOfComponent(folder, name)),
      })
    }
    return id
  }
}

function pathOfComponent(folder: string, name: string): string {
  if (folder !== '') return `${folder}/${name}`
  return existsSync(join(ROOT, 'packages', name)) ? `packages/${name}` : name
}

const isThere = (path: string) =>
  ['', '.ts', '.tsx'].some((end) => existsSync(join(ROOT, path + end)))

/** Files directly in a subgraph's folder belong to the component that contains its main file. */
function componentOf(components: readonly Component[], file: string): string | undefined {
  const holds = ({ paths }: Component) => paths.some((path) => file.startsWith(`${path}/`))
  const starts = ({ paths }: Component) => paths.includes(`${dirname(file)}/main`)
  return (components.find(holds) ?? components.find(starts))?.id
}

function reachableFrom(start: string, arrows: readonly Arrow[]): Set<string> {
  const reached = new Set([start])
  // Iterating over a set includes the items added during the iteration.
  for (const at of reached) {
    for (const { from, to } of arrows) if (from === at) reached.add(to)
  }
  return reached
}
