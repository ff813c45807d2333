import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { startDevnet, type Devnet } from '@solstice/devnet/devnet'
import { localTreasuryKey } from '../../apps/server/src/adapters/local-treasury-key.ts'
import { freePorts } from '../../apps/server/test/free-port.ts'
import { startMailServer, type MailServer } from '../../apps/server/test/mail-server.ts'
import { OPERATOR_TOKENS, PRODUCTION_SETTINGS } from '../../apps/server/test/production-settings.ts'
import { startPostgres } from '../../tools/postgres.ts'
import { ROOT } from '../../tools/run-step.ts'
import type { RunningServer } from '../../tools/server.ts'
import { APP_HOST, CONSOLE_HOST, startProxy, type Proxy } from './proxy.ts'
import { serveSystemctl } from './systemctl.ts'
import { runUnits, type Units } from './units.ts'

const TREASURY_KEY = '0x5b3de86a1f09c4d27e90b6a8135fc2e47d61a09b83cf5e24d7180ab6c93f42e5'
const CHAIN_ID = 31_337

export type Deployment = RunningServer & {
  consoleUrl: string
  mails: MailServer['received']
  metricsUrls: string[]
  units: Units
  /** Waits until every server responds. */
  untilHealthy: () => Promise<void>
  /** Returns the log of the proxy: warnings and failed connections to servers. */
  proxyOutput: () => string
  /** Prepares a copy of this release with another version and migration, and returns its folder. */
  prepareRelease: (version: string, migration: string) => string
  /** Runs ops/deploy.sh with the folder of a release and returns its output. */
  deploy: (release: string) => Promise<string>
}

export const OPERATOR_TOKEN = OPERATOR_TOKENS[0]

/**
 * Starts a production deployment on this machine from the files of `ops`: PostgreSQL, a mail server, a
 * chain, two servers with a console each, a worker and the signer behind nginx.
 */
export async function startDeployment(): Promise<Deployment> {
  const home = mkdtempSync(join(tmpdir(), 'solstice-deployment-'))
  const settings = join(home, 'settings')
  mkdirSync(settings)
  const cluster = await startPostgres()
  const mailServer = await startMailServer()
  const chain = await serveChain()
  const [https = 0, http = 0, ...listening] = await freePorts(9)
  const [server1 = 0, server2 = 0, console1 = 0, console2 = 0, ...metrics] = listening
  const origin = (host: string) => `https://${host}:${https}`
  const treasury = localTreasuryKey(TREASURY_KEY)
  await chain.devnet.fundPayer(treasury.address)

  const write = (name: string, values: Record<string, string | number | undefined>) =>
    writeFileSync(
      join(settings, name),
      Object.entries(values)
        .map(([key, value]) => `${key}=${value}\n`)
        .join(''),
    )
  const networks = join(settings, 'networks.json')
  writeFileSync(networks, JSON.stringify([networkOf(chain)]))
  write('solstice.env', {
    ...PRODUCTION_SETTINGS,
    DATABASE_URL: cluster.url,
    PUBLIC_ORIGIN: origin(APP_HOST),
    CONSOLE_ORIGIN: origin(CONSOLE_HOST),
    PREVIEW_HOSTS: APP_HOST,
    SMTP_URL: mailServer.url,
    PRICE_API_URL: `${chain.url}/prices`,
    OPERATOR_TOKEN,
    NETWORKS: networks,
    TREASURY_ADDRESS: treasury.address,
    LOG_LEVEL: 'error',
  })
  write('server-1.env', { PORT: server1, CONSOLE_PORT: console1, METRICS_PORT: metrics[0] })
  write('server-2.env', { PORT: server2, CONSOLE_PORT: console2, METRICS_PORT: metrics[1] })
  write('worker.env', { METRICS_PORT: metrics[2] })
  const limits = join(settings, 'limits.json')
  writeFileSync(limits, JSON.stringify([limitsOf(chain.devnet)]))
  write('signer.env', { DATABASE_URL: cluster.url, TREASURY_KEY, SIGNER_LIMITS: limits })
  mkdirSync(join(home, 'signer'), { mode: 0o700 })
  for (const link of ['current', 'next']) symlinkSync(ROOT, join(home, link))

  const units = runUnits({
    '/opt/solstice': home,
    '/etc/solstice': settings,
    '/var/lib/solstice-signer': join(home, 'signer'),
  })
  const systemctl = await serveSystemctl(units, join(home, 'bin'))
  const servers = [server1, server2] as const
  const ports = { https, http, servers, consoles: [console1, console2] as const }
  const untilHealthy = async () => {
    await Promise.all(servers.map((port) => untilResponding(port, units)))
  }
  let proxy: Proxy | undefined
  const stop = async () => {
    await proxy?.stop()
    await units.stopAll()
    systemctl.close()
    await chain.close()
    await mailServer.close()
    await cluster.stop()
    rmSync(home, { recursive: true, force: true })
  }
  try {
    proxy = await startProxy(join(home, 'proxy'), ports)
    await units.start('solstice-migrate')
    for (const unit of ['signer', 'worker', 'server@1', 'server@2']) {
      await units.start(`solstice-${unit}`)
    }
    await untilHealthy()
  } catch (error) {
    await stop()
    throw error
  }
  const { upstreams, pidFile, output } = proxy
  return {
    url: origin(APP_HOST),
    consoleUrl: origin(CONSOLE_HOST),
    databaseUrl: cluster.url,
    mails: mailServer.received,
    metricsUrls: metrics.map((port) => `http://127.0.0.1:${port}/metrics`),
    units,
    untilHealthy,
    output: () => units.output() + output(),
    proxyOutput: output,
    // Processes end on purpose here.
    crash: new Promise(() => {}),
    stop,
    prepareRelease: (version, migration) =>
      copyRelease(join(home, 'releases', version), { version, migration }),
    deploy: async (release) => {
      const { stdout } = await promisify(execFile)(join(ROOT, 'ops/deploy.sh'), [release], {
        env: {
          PATH: `${join(home, 'bin')}:${process.env['PATH']}`,
          SOLSTICE_HOME: home,
          SOLSTICE_SETTINGS: settings,
          SOLSTICE_UPSTREAMS: upstreams,
          NGINX_PID: pidFile,
        },
      })
      return stdout
    },
  }
}

/** A node of a local chain on a port of its own, and a price source without prices. */
async function serveChain() {
  const devnet = await startDevnet({ now: () => new Date(), blockMs: 500 })
  const chain = devnet.chains.get(CHAIN_ID)
  const server = createServer((request, response) => {
    const reply = async () => {
      const body = request.method === 'POST' ? await chain?.node.answer(await json(request)) : {}
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    }
    void reply()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // It listens on a port.
  return {
    devnet,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await devnet.close()
    },
  }
}

function tokenOf(devnet: Devnet) {
  const token = devnet.chains.get(CHAIN_ID)?.network.token
  if (!token) throw new Error(`There is no chain ${CHAIN_ID}`)
  return token
}

function networkOf({ devnet, url }: { devnet: Devnet; url: string }) {
  const { address, name, symbol, decimals } = tokenOf(devnet)
  return {
    chainId: CHAIN_ID,
    networkName: 'Solstice Local',
    networkSymbol: 'ETH',
    rpcUrl: url,
    scanUrl: '',
    confirmations: 1,
    explorer: 'OWN_INDEX',
    contracts: [
      { address: null, name: 'Ether', symbol: 'ETH', decimals: 18 },
      { address, name, symbol, decimals },
    ],
  }
}

function limitsOf(devnet: Devnet) {
  const { address, decimals } = tokenOf(devnet)
  const amounts = {
    perPayout: '500',
    perDestination: '1000',
    perDay: '10000',
    refundsPerDay: '1000',
  }
  return {
    chainId: CHAIN_ID,
    maxGas: 300_000,
    maxCallGas: 5_000_000,
    maxFeeGwei: '100',
    feesPerDay: '5',
    tokens: [{ contract: address, decimals, ...amounts }],
  }
}

async function untilResponding(port: number, units: Units): Promise<void> {
  const deadline = performance.now() + 240_000
  for (;;) {
    const isHealthy = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isHealthy) return
    if (performance.now() > deadline) throw new Error(`No server responds:\n${units.output()}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Copies the parts of this release that a server runs. */
function copyRelease(
  folder: string,
  { version, migration }: { version: string; migration: string },
): string {
  for (const name of ['apps', 'packages', 'ops', 'package.json']) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const source = join(folder, 'apps/server/src')
  writeFileSync(
    join(source, 'platform/process/version.ts'),
    `export const VERSION = '${version}'\n`,
  )
  writeFileSync(join(source, 'migrations/9000-next-release.sql'), migration)
  return folder
}
