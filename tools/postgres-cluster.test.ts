import { expect, test } from 'vitest'
import { startHighAvailability } from './postgres-cluster.ts'

/** Runs a script in place of a program; the arguments of the program follow. */
const script = (text: string) => [process.execPath, '-e', text, '--']
const idle = script('setInterval(() => {}, 1000)')

/** Only prevents hanging: each start fails within seconds. */
const TIMEOUT_MS = 60_000

test(
  'a cluster whose agent ends at once fails and names its exit',
  { timeout: TIMEOUT_MS },
  async () => {
    const start = startHighAvailability({
      isSynchronous: true,
      programs: { etcd: idle, haproxy: idle, patroni: ['false'] },
    })

    await expect(start).rejects.toThrow(/solstice\d ended with 1 during the start/)
  },
)

test(
  'a cluster whose agents never answer fails within its limit',
  { timeout: TIMEOUT_MS },
  async () => {
    const patroni = script(`const [host, port] = process.env.PATRONI_RESTAPI_LISTEN.split(':')
    require('node:net').createServer((socket) => socket.on('error', () => {})).listen(Number(port), host)`)
    const programs = { etcd: idle, haproxy: idle, patroni }
    const start = startHighAvailability({ isSynchronous: true, programs, limitMs: 3000 })

    await expect(start).rejects.toThrow('The cluster took longer than 3 s')
  },
)
