import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type Server, createServer } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { freePorts } from '../../apps/server/test/free-port.ts'
import { APP_HOST, startProxy } from '../../e2e/support/proxy.ts'
import { serveSystemctl } from '../../e2e/support/systemctl.ts'
import { ROOT } from '../run-step.ts'

/** A server behind the proxy that only responds; a test decides what its checks of health return. */
type StandIn = {
  port: number
  start: () => Promise<void>
  stop: () => Promise<void>
  /** The statuses of the next checks; 200 after them. */
  health: number[]
}

/** The limit only prevents hanging: a deployment starts some twenty processes. */
const HANGING = { timeout: 300_000 }

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

function standInOn(port: number): StandIn {
  let server: Server | undefined
  const standIn: StandIn = {
    port,
    health: [],
    start: async () => {
      server = createServer(({ url }, response) => {
        const status = url === '/healthz' ? standIn.health.shift() : 200
        response.writeHead(status ?? 200).end()
      }).listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    stop: async () => {
      if (!server) return
      server.closeAllConnections()
      await once(server.close(), 'close')
      server = undefined
    },
  }
  cleanUps.push(standIn.stop)
  return standIn
}

/** Returns the status of a member's request to the proxy. */
function statusOf(port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', servername: APP_HOST, rejectUnauthorized: false }
    request({ ...options, headers: { host: APP_HOST } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .once('error', reject)
      .end()
  })
}

type Restart = { unit: string; statusMeanwhile: number | undefined }

/** Runs Debian's nginx before two servers, and returns a deployment by `ops/deploy.sh`. */
async function twoServers() {
  const home = mkdtempSync(join(tmpdir(), 'solstice-deploy-'))
  cleanUps.push(async () => rmSync(home, { recursive: true, force: true }))
  const [https = 0, http = 0, ...listening] = await freePorts(6)
  const [port1 = 0, port2 = 0, console1 = 0, console2 = 0] = listening
  const servers = [standInOn(port1), standInOn(port2)] as const
  for (const { start } of servers) await start()
  const settings = join(home, 'settings')
  mkdirSync(settings)
  for (const [at, { port }] of servers.entries()) {
    writeFileSync(join(settings, `server-${at + 1}.env`), `PORT=${port}\n`)
  }
  const proxy = await startProxy(join(home, 'proxy'), {
    https,
    http,
    servers: [port1, port2],
    consoles: [console1, console2],
  })
  cleanUps.push(proxy.stop)

  const restarts: Restart[] = []
  const restart = async (unit: string) => {
    const server = servers[Number(/solstice-server@(\d)/.exec(unit)?.[1]) - 1]
    if (!server) return
    await server.stop()
    restarts.push({ unit, statusMeanwhile: await statusOf(https) })
    await server.start()
  }
  const systemctl = await serveSystemctl({ start: async () => {}, restart }, join(home, 'bin'))
  cleanUps.push(async () => void systemctl.close())

  const release = join(home, 'releases/2.0.0')
  mkdirSync(join(release, 'apps/server/src'), { recursive: true })
  mkdirSync(join(release, 'node_modules/.bin'), { recursive: true })
  writeFileSync(join(release, 'apps/server/src/main.ts'), '')
  symlinkSync(process.execPath, join(release, 'node_modules/.bin/node'))

  /** Waits for servers as long as in production, unless a test waits for one in vain. */
  const deploy = async (limitSeconds = 120) => {
    const { stdout } = await promisify(execFile)(join(ROOT, 'ops/deploy.sh'), [release], {
      env: {
        PATH: `${join(home, 'bin')}:${process.env['PATH']}`,
        SOLSTICE_HOME: home,
        SOLSTICE_SETTINGS: settings,
        SOLSTICE_UPSTREAMS: proxy.upstreams,
        NGINX_PID: proxy.pidFile,
        START_LIMIT: String(limitSeconds),
      },
    })
    return stdout
  }
  return { servers, restarts, deploy, upstreams: proxy.upstreams }
}

const drainedIn = (upstreams: string) =>
  readFileSync(upstreams, 'utf8').match(/ down; # server \d/g)

test('replaces a server that does not respond before the one that serves', HANGING, async () => {
  const { servers, restarts, deploy, upstreams } = await twoServers()
  await servers[1].stop()

  expect(await deploy()).toContain('is running')

  expect(restarts).toEqual([
    { unit: 'solstice-server@2', statusMeanwhile: 200 },
    { unit: 'solstice-server@1', statusMeanwhile: 200 },
  ])
  expect(drainedIn(upstreams)).toBeNull()
})

test(
  'replaces a server that an interrupted deployment left out of the proxy before the one that serves',
  HANGING,
  async () => {
    const { restarts, deploy, upstreams } = await twoServers()
    const lines = readFileSync(upstreams, 'utf8')
    writeFileSync(upstreams, lines.replaceAll('; # server 2', ' down; # server 2'))

    expect(await deploy()).toContain('is running')

    expect(restarts).toEqual([
      { unit: 'solstice-server@2', statusMeanwhile: 200 },
      { unit: 'solstice-server@1', statusMeanwhile: 200 },
    ])
    expect(drainedIn(upstreams)).toBeNull()
  },
)

test(
  'waits until the replaced server responds again before it drains the next one',
  HANGING,
  async () => {
    const { servers, restarts, deploy } = await twoServers()
    // It responds at the start, after its replacement, and then not for two checks.
    servers[0].health.push(200, 200, 503, 503)

    expect(await deploy()).toContain('is running')

    expect(servers[0].health).toEqual([])
    expect(restarts.map(({ unit }) => unit)).toEqual(['solstice-server@1', 'solstice-server@2'])
  },
)

test('does not drain a server while another one stays away', HANGING, async () => {
  const { servers, restarts, deploy, upstreams } = await twoServers()
  servers[0].health.push(200, 200, ...Array.from({ length: 100 }, () => 503))

  await expect(deploy(5)).rejects.toMatchObject({
    stderr:
      'Server 1 does not respond, so server 2 is not replaced and still runs the previous release\n',
  })

  expect(restarts.map(({ unit }) => unit)).toEqual(['solstice-server@1'])
  expect(drainedIn(upstreams)).toBeNull()
})
