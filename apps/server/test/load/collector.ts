import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerProcess } from '#test/server-process.ts'

/**
 * For processes whose garbage is collected on demand: the inspector listens only after a signal.
 */
export const INSPECTOR_ENV = { NODE_OPTIONS: '--inspect-port=0' }

export type Collector = {
  collect: () => Promise<void>
  /** A process does not exit while the inspector connection is open. */
  close: () => void
}

const INSPECTOR_URL = /Debugger listening on (ws:\/\/\S+)/

/**
 * Triggers a garbage collection in another process, so that its heap then shows only retained
 * memory. The process runs unchanged code; the signal opens the inspector of Node.js.
 */
export async function collectorOf({ pid, output }: ServerProcess): Promise<Collector> {
  process.kill(pid, 'SIGUSR1')
  let url = INSPECTOR_URL.exec(output())?.[1]
  for (; url === undefined; url = INSPECTOR_URL.exec(output())?.[1]) await sleep(20)
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
