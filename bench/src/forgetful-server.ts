import { registerHooks } from 'node:module'

/** Starts the same server as `member-server.ts`, which keeps no refusals of members. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier.endsWith('/member-refusals.ts')
      ? next('./no-refusals.ts', { ...context, parentURL: import.meta.url })
      : next(specifier, context),
})

await import('./member-server.ts')
