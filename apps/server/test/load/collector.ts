import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerProcess } from '#test/server-process.ts'

/** For processes whose garbage is to be collected on demand: nothing listens until they are asked. */
export const COLLECTABLE = { NODE_OPTIONS: '--inspect-port=0' }

export type Collector = {
  collect: () => Promise<void>
  /** A process that is asked to end waits until nobody is at that door. */
  close: () => void
}

const LISTENING = /Debugger listening on (ws:\/\/\S+)/

/**
 * Lets a process collect its garbage, from outside: what its heap holds afterwards is what it keeps.
 * It runs the same code as ever; the signal opens the runtime's own door.
 */
export async function collectorOf({ pid, output }: ServerProcess): Promise<Collector> {
  process.kill(pid, 'SIGUSR1')
  let url = LISTENING.exec(output())?.[1]
  for (; url === undefined; url = LISTENING.exec(output())?.[1]) await sleep(20)
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', reject, { once: true })
  })
  let id = 0
  return {
    collect: () =>
      new Promise((resolve) => {
        id += 1
        socket.addEventListener('message', () => resolve(), { once: true })
        socket.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }))
      }),
    close: () => socket.close(),
  }
}
