import { serve } from './serve.ts'
import type { Shell } from './serve.ts'
import type { WorkerScope } from './worker-scope.ts'

// oxlint-disable-next-line no-underscore-dangle -- stands out in the built file, where it is replaced
declare const __SHELL__: Shell

// The global object of a service worker, which the page's types do not know.
serve(globalThis as unknown as WorkerScope, __SHELL__)
