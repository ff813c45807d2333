import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '../../tools/run-step.ts'

const CONFIGURATION = join(ROOT, 'ops/nginx')
const START_LIMIT_MS = 120_000

export type Proxy = {
  upstreams: string
  pidFile: string
  output: () => string
  stop: () => Promise<void>
}

/** The names of a test, which resolve to this machine. */
export const APP_HOST = 'app.localhost'
export const CONSOLE_HOST = 'console.localhost'

/** Replaces every occurrence of a text, which must occur as often as stated. */
function replaceAll(text: string, [from, to, count]: readonly [string, string, number]): string {
  const parts = text.split(from)
  if (parts.length - 1 !== count) throw new Error(`${from} occurs ${parts.length - 1} times`)
  return parts.join(to)
}

function createCertificate(folder: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, 'proxy.pem'), join(folder, 'proxy.key')]
  const names = `subjectAltName=DNS:${APP_HOST},DNS:${CONSOLE_HOST}`
  execFileSync(
    'openssl',
    [
      ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'.split(' '),
      '-subj',
      `/CN=${APP_HOST}`,
      '-addext',
      names,
      '-keyout',
      key,
      '-out',
      certificate,
    ],
    { stdio: 'ignore' },
  )
  return { certificate, key }
}

/**
 * Starts Debian's nginx with the files of `ops/nginx`. Only names, ports, certificates and the
 * operators' network are replaced, as an operator would.
 */
export async function startProxy(
  folder: string,
  ports: {
    https: number
    http: number
    servers: readonly [number, number]
    consoles: readonly [number, number]
  },
): Promise<Proxy> {
  mkdirSync(folder, { recursive: true })
  const { certificate, key } = createCertificate(folder)
  const upstreams = join(folder, 'solstice-upstreams.conf')
  const pidFile = join(folder, 'nginx.pid')
  const ofUpstreams = [
    ['127.0.0.1:4001', `127.0.0.1:${ports.servers[0]}`, 1],
    ['127.0.0.1:4002', `127.0.0.1:${ports.servers[1]}`, 1],
    ['127.0.0.1:4101', `127.0.0.1:${ports.consoles[0]}`, 1],
    ['127.0.0.1:4102', `127.0.0.1:${ports.consoles[1]}`, 1],
  ] as const
  const ofSite = [
    ['include /etc/nginx/solstice-upstreams.conf', `include ${upstreams}`, 1],
    ['listen 443 ssl http2', `listen 127.0.0.1:${ports.https} ssl http2`, 2],
    ['listen 80', `listen 127.0.0.1:${ports.http}`, 1],
    ['/etc/ssl/app.example.com.pem', certificate, 1],
    ['/etc/ssl/app.example.com.key', key, 1],
    ['/etc/ssl/console.example.com.pem', certificate, 1],
    ['/etc/ssl/console.example.com.key', key, 1],
    ['app.example.com', APP_HOST, 2],
    ['console.example.com', CONSOLE_HOST, 2],
    ['203.0.113.0/24', '127.0.0.0/8', 2],
  ] as const
  const write = (name: string, changes: readonly (readonly [string, string, number])[]) => {
    const text = readFileSync(join(CONFIGURATION, name), 'utf8')
    writeFileSync(join(folder, name), changes.reduce(replaceAll, text))
  }
  write('solstice-upstreams.conf', ofUpstreams)
  write('solstice.conf', ofSite)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${folder};`,
  )
  // The folder of a test belongs to its user, and root's nginx would switch to another one.
  const user = process.getuid?.() === 0 ? ['user root;'] : []
  writeFileSync(
    join(folder, 'nginx.conf'),
    [
      ...user,
      'daemon off;',
      `pid ${pidFile};`,
      'worker_processes 1;',
      'error_log stderr warn;',
      'events { worker_connections 1024; }',
      'http {',
      '  access_log off;',
      ...temporary,
      `  include ${join(folder, 'solstice.conf')};`,
      '}',
      '',
    ].join('\n'),
  )
  const args = ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')]
  const child = spawn('setpriv', ['--pdeathsig=TERM', '/usr/sbin/nginx', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const ended = once(child, 'exit')
  const answers = () =>
    fetch(`http://127.0.0.1:${ports.http}/`, { redirect: 'manual' }).then(
      ({ status }) => status === 301,
      () => false,
    )
  const deadline = performance.now() + START_LIMIT_MS
  while (!(await answers())) {
    if (child.exitCode !== null || performance.now() > deadline) {
      throw new Error(`nginx did not start:\n${output}`)
    }
    await sleep(50)
  }
  return {
    upstreams,
    pidFile,
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
