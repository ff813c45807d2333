import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Units } from './units.ts'

/** Gives scripts a `systemctl` that asks this process to start or restart a unit. */
export async function serveSystemctl(
  units: Pick<Units, 'start' | 'restart'>,
  folder: string,
): Promise<Server> {
  const server = createServer((request, response) => {
    const [, action, unit = ''] = (request.url ?? '').split('/')
    const done = action === 'restart' ? units.restart(unit) : units.start(unit)
    done.then(
      () => response.end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // It listens on a port.
  mkdirSync(folder)
  const program = join(folder, 'systemctl')
  const ask = `fetch('http://127.0.0.1:${port}/'+process.argv.slice(1).join('/')).then(({ok})=>process.exit(ok?0:1))`
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' -e "${ask}" "$@"\n`)
  chmodSync(program, 0o755)
  return server
}
