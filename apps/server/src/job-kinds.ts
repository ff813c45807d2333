import { mailCode } from './modules/verification/verification.jobs.ts'
import { sweep } from './platform/sweep.ts'
import type { AnyJobKind } from './platform/worker.ts'

/** Every kind of job there is. A slice adds its own here. */
export const jobKinds: readonly AnyJobKind[] = [mailCode, sweep]
