import { createHash } from 'node:crypto'
import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withProgress } from '../apps/server/src/platform/process/progress.ts'
import { ROOT, runStep } from './run-step.ts'

export const DIST = join(ROOT, 'apps/web/dist')
const STAMP = join(DIST, '.inputs')

const INPUTS = [
  'apps/web/{src,public,vite}/**/*',
  'apps/web/{index.html,vite.config.ts,package.json}',
  'packages/*/src/**/*.ts',
  'package-lock.json',
]
// The build itself generates this file from the routes.
const GENERATED_INPUT = 'apps/web/src/routeTree.gen.ts'

function hashOfInputs(): string {
  const hash = createHash('sha256')
  for (const entry of globSync(INPUTS, { cwd: ROOT, withFileTypes: true })
    .filter((found) => found.isFile())
    .map((found) => join(found.parentPath, found.name))
    .filter((path) => !path.endsWith(GENERATED_INPUT))
    .toSorted()) {
    hash.update(entry.slice(ROOT.length)).update('\0').update(readFileSync(entry))
  }
  return hash.digest('hex')
}

function hashOfLastBuild(): string | undefined {
  try {
    return readFileSync(STAMP, 'utf8')
  } catch {
    return undefined
  }
}

/** Builds the web unless dist was built from exactly these sources. */
export async function buildWebIfStale(): Promise<'built' | 'fresh'> {
  const hash = hashOfInputs()
  if (hash === hashOfLastBuild()) return 'fresh'
  const result = await withProgress('Building the app', () =>
    runStep({
      name: 'web build',
      command: 'vite',
      args: ['build', 'apps/web', '--logLevel', 'warn'],
    }),
  )
  if (!result.ok) throw new Error(`The web build failed:\n${result.output}`)
  writeFileSync(STAMP, hash)
  return 'built'
}

if (import.meta.main) {
  console.log(`web: ${await buildWebIfStale()}`)
  // A copy in the docs opens from a disk if no server is available.
  copyFileSync(join(DIST, 'recovery/index.html'), join(ROOT, 'docs/recovery.html'))
}
