import { compose } from '../../apps/server/src/compose.ts'
import { appendAllPostings } from '../../apps/server/src/modules/points-log/points-log.service.ts'
import { readEnv } from '../../apps/server/src/platform/process/env.ts'
import { serveWork } from './repeated-work.ts'

/** Appends to the points log; the job of a server does so every ten seconds. */
const { ctx } = await compose(readEnv(process.env))
serveWork(() => appendAllPostings(ctx))
