import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'

const EVERY_MS = 1000

/**
 * Does some work when it is told to: `/all` once, `/start` every second until `/stop`. The address
 * is printed for the program that measures beside it.
 */
export function serveWork(work: () => Promise<void>): void {
  const state = { isOn: false }
  let repeating: Promise<void> | undefined

  async function repeat(): Promise<void> {
    while (state.isOn) {
      await work()
      await setTimeout(EVERY_MS)
    }
  }

  const actions: Record<string, () => Promise<void>> = {
    '/all': work,
    '/start': async () => {
      state.isOn = true
      repeating ??= repeat()
    },
    '/stop': async () => {
      state.isOn = false
      await repeating
      repeating = undefined
    },
  }

  const server = createServer((request, response) => {
    const done = actions[request.url ?? '']?.() ?? Promise.reject(new Error('Unknown action'))
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
}
