import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { compose } from '../../apps/server/src/compose.ts'
import { aggregateAllStatistics } from '../../apps/server/src/modules/statistics/aggregation.service.ts'
import { readEnv } from '../../apps/server/src/platform/process/env.ts'

/**
 * Aggregates statistics when it is told to: `/all` once, `/start` every second until `/stop`. The
 * job of a server does so every hour.
 */
const EVERY_MS = 1000
const { ctx } = await compose(readEnv(process.env))
let aggregating: Promise<void> | undefined
const state = { isOn: false }

async function aggregateUntilStopped(): Promise<void> {
  while (state.isOn) {
    await aggregateAllStatistics(ctx)
    await setTimeout(EVERY_MS)
  }
}

const ACTIONS: Record<string, () => Promise<void>> = {
  '/all': () => aggregateAllStatistics(ctx),
  '/start': async () => {
    state.isOn = true
    aggregating ??= aggregateUntilStopped()
  },
  '/stop': async () => {
    state.isOn = false
    await aggregating
    aggregating = undefined
  },
}

const server = createServer((request, response) => {
  const done = ACTIONS[request.url ?? '']?.() ?? Promise.reject(new Error('Unknown action'))
  done.then(
    () => response.end('done'),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  console.log(`ready at http://127.0.0.1:${address.port}`)
})
