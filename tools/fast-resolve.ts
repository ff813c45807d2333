import { type ResolveHookSync, registerHooks } from 'node:module'

const PACKAGE = 'drizzle-orm'

let entry: ReturnType<ResolveHookSync> | undefined

/*
 * Node parses the package.json of drizzle-orm (178 kB) again for each of its files and imports,
 * which takes half of a server's start time. Servers of a test run preload this file.
 */
registerHooks({
  resolve(specifier, context, next) {
    const isRelative = specifier.startsWith('.') && specifier.endsWith('.js')
    if (isRelative && context.parentURL?.includes(`/node_modules/${PACKAGE}/`)) {
      const { href } = new URL(specifier, context.parentURL)
      return { url: href, format: 'module', shortCircuit: true }
    }
    if (specifier !== PACKAGE) return next(specifier, context)
    entry ??= { ...next(specifier, context), shortCircuit: true }
    return entry
  },
})
