import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { compose } from '../../apps/server/src/compose.ts'
import { appendAllPostings } from '../../apps/server/src/modules/points-log/points-log.service.ts'
import { readEnv } from '../../apps/server/src/platform/process/env.ts'

/**
 * Appends to the points log when it is told to: `/all` once, `/start` every second until `/stop`. The
 * job of a server appends every ten seconds.
 */
const EVERY_MS = 1000
const { ctx } = await compose(readEnv(process.env))
let appending: Promise<void> | undefined
const state = { isOn: false }

async function appendUntilStopped(): Promise<void> {
  while (state.isOn) {
    await appendAllPostings(ctx)
    await setTimeout(EVERY_MS)
  }
}

const ACTIONS: Record<string, () => Promise<void>> = {
  '/all': () => appendAllPostings(ctx),
  '/start': async () => {
    state.isOn = true
    appending ??= appendUntilStopped()
  },
  '/stop': async () => {
    state.isOn = false
    await appending
    appending = undefined
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
