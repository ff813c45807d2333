import { compose } from './compose.ts'
import { jobKinds, jobKindsApart } from './job-kinds.ts'
import { runProgram } from './platform/program.ts'
import { createWorker } from './platform/worker.ts'

/** The jobs without the web: as many of these as there is work, on one PostgreSQL. */
await runProgram(async (env) => {
  const { ctx, close } = await compose(env)
  const worker = createWorker(ctx, env.localChains ? jobKindsApart : jobKinds)
  worker.start()
  process.stdout.write('Solstice is working off its jobs\n')
  return async () => {
    await worker.stop()
    await close()
  }
})
