import { handlePushEvents } from './push.ts'
import { serve } from './serve.ts'
import type { Shell } from './serve.ts'
import type { WorkerScope } from './worker-scope.ts'

// oxlint-disable-next-line no-underscore-dangle -- the build replaces this placeholder
declare const __SHELL__: Shell

// The global object of a service worker, which the page's types do not include.
const scope = globalThis as unknown as WorkerScope
serve(scope, __SHELL__)
handlePushEvents(scope)
