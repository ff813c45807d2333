import { registerHooks } from 'node:module'

/** Starts the same server as `member-server.ts`, which stores no traces with its decisions. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier.endsWith('/platform/books/traces.ts')
      ? next('./no-traces.ts', { ...context, parentURL: import.meta.url })
      : next(specifier, context),
})

await import('./member-server.ts')
