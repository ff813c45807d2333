import { type ResolveHookSync, registerHooks } from 'node:module'

type Resolved = ReturnType<ResolveHookSync>

/** Matches the folder of a package of this repository; its imports of packages resolve the same. */
const OWN_PACKAGE = /^file:(?!.*\/node_modules\/).*\/(?:apps|packages)\/[^/]+\//

const FORMATS: Record<string, string> = { '.js': 'module', '.ts': 'module-typescript' }

const extensionOf = (address: string) => address.slice(-3)

/** The addresses of files that are ES modules. */
const modules = new Set<string>()
const packages = new Map<string, Resolved>()

/** Resolves a file next to an ES module with the same extension: it is an ES module as well. */
function resolveNeighbour(specifier: string, parent: string): Resolved | undefined {
  const extension = extensionOf(specifier)
  const format = FORMATS[extension]
  if (format === undefined || extensionOf(parent) !== extension || !modules.has(parent)) {
    return undefined
  }
  const { href } = new URL(specifier, parent)
  modules.add(href)
  return { url: href, format, shortCircuit: true }
}

/*
 * Node searches for each imported file and parses the package.json above it again: that of
 * drizzle-orm has 178 kB. This takes more than half of a server's start time. Servers of a test run
 * preload this file, which resolves each import of a package once and finds neighbours by address.
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL: parent = '' } = context
    if (specifier.startsWith('.')) {
      const neighbour = resolveNeighbour(specifier, parent)
      if (neighbour) return neighbour
    }
    const isImport = context.conditions.includes('import')
    const folder =
      isImport && !specifier.startsWith('.') ? OWN_PACKAGE.exec(parent)?.[0] : undefined
    const key = folder === undefined ? undefined : `${specifier} ${folder}`
    const known = key === undefined ? undefined : packages.get(key)
    if (known) return known
    const found = next(specifier, context)
    if (found.format === 'module' || found.format === 'module-typescript') modules.add(found.url)
    if (key !== undefined) packages.set(key, { ...found, shortCircuit: true })
    return found
  },
})
