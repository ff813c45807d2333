import { createHash } from 'node:crypto'
import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withProgress } from '../apps/server/src/platform/process/progress.ts'
import { ROOT, runStep } from './run-step.ts'

type App = {
  name: string
  folder: string
  /** The configuration in the folder, and the folder that it builds into. */
  config: string
  dist: string
  inputs: readonly string[]
}

const SHARED_INPUTS = ['packages/*/src/**/*', 'package-lock.json']

const WEB: App = {
  name: 'app',
  folder: 'apps/web',
  config: 'vite.config.ts',
  dist: 'dist',
  inputs: [
    'apps/web/{src,public,vite}/**/*',
    'apps/web/{index.html,vite.config.ts,package.json}',
    ...SHARED_INPUTS,
  ],
}

/** The members' app without a server, which the console shows in a frame. */
const PREVIEW: App = {
  name: 'preview',
  folder: 'apps/web',
  config: 'vite.preview.config.ts',
  dist: 'dist-preview',
  inputs: [
    'apps/web/{src,public,vite}/**/*',
    'apps/web/{preview.html,vite.preview.config.ts,package.json}',
    ...SHARED_INPUTS,
  ],
}

const CONSOLE: App = {
  name: 'console',
  folder: 'apps/console',
  config: 'vite.config.ts',
  dist: 'dist',
  inputs: [
    'apps/console/{src,public}/**/*',
    'apps/console/{index.html,vite.config.ts,package.json}',
    'apps/web/vite/*.ts',
    ...SHARED_INPUTS,
  ],
}

const distOf = ({ folder, dist }: App) => join(ROOT, folder, dist)
const stampOf = (app: App) => join(distOf(app), '.inputs')

export const DIST = distOf(WEB)
export const CONSOLE_DIST = distOf(CONSOLE)

// The build itself generates this file from the routes.
const GENERATED_INPUT = 'apps/web/src/routeTree.gen.ts'

function hashOfInputs({ inputs }: App): string {
  const hash = createHash('sha256')
  for (const entry of globSync(inputs, { cwd: ROOT, withFileTypes: true })
    .filter((found) => found.isFile())
    .map((found) => join(found.parentPath, found.name))
    .filter((path) => !path.endsWith(GENERATED_INPUT))
    .toSorted()) {
    hash.update(entry.slice(ROOT.length)).update('\0').update(readFileSync(entry))
  }
  return hash.digest('hex')
}

function hashOfLastBuild(app: App): string | undefined {
  try {
    return readFileSync(stampOf(app), 'utf8')
  } catch {
    return undefined
  }
}

/** Builds an app unless its dist was built from exactly these sources. */
async function buildIfStale(app: App): Promise<'built' | 'fresh'> {
  const hash = hashOfInputs(app)
  if (hash === hashOfLastBuild(app)) return 'fresh'
  const result = await withProgress(`Building the ${app.name}`, () =>
    runStep({
      name: `${app.name} build`,
      command: 'vite',
      args: ['build', app.folder, '--config', join(app.folder, app.config), '--logLevel', 'warn'],
    }),
  )
  if (!result.ok) throw new Error(`The build of the ${app.name} failed:\n${result.output}`)
  writeFileSync(stampOf(app), hash)
  return 'built'
}

/** Builds the members' app, its preview and the console, each only if its sources changed. */
export async function buildWebIfStale(): Promise<'built' | 'fresh'> {
  const results = [
    await buildIfStale(WEB),
    await buildIfStale(PREVIEW),
    await buildIfStale(CONSOLE),
  ]
  return results.includes('built') ? 'built' : 'fresh'
}

if (import.meta.main) {
  console.log(`web: ${await buildWebIfStale()}`)
  // A copy in the docs opens from a disk if no server is available.
  copyFileSync(join(DIST, 'recovery/index.html'), join(ROOT, 'docs/recovery.html'))
}
