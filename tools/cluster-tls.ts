import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { get, request, type RequestOptions } from 'node:https'
import { join } from 'node:path'

const KEY = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'

/** The arguments of `openssl` that docs/availability.md describes. */
export const OPENSSL = {
  authority: `req -x509 ${KEY} -days 3650 -subj /CN=solstice-database -keyout ca.key -out ca.crt`,
  /** Clients connect through HAProxy on their own machine, so every certificate names 127.0.0.1. */
  machine: (name: string, address: string) =>
    `req -x509 ${KEY} -days 825 -subj /CN=${name} -extensions usr_cert ` +
    `-addext subjectAltName=DNS:localhost,IP:127.0.0.1,IP:${address} ` +
    '-CA ca.crt -CAkey ca.key -keyout machine.key -out machine.crt',
}

/** Creates the certificates of a cluster on this machine in a folder. */
export function createCertificates(folder: string): void {
  for (const args of [OPENSSL.authority, OPENSSL.machine('solstice1', '127.0.0.1')]) {
    execFileSync('openssl', args.split(' '), { cwd: folder, stdio: 'pipe' })
  }
}

/** Only clients with a certificate of the cluster's authority may use etcd. */
export const etcdTls = (tls: string): string[] =>
  ['', 'peer-'].flatMap((kind) => [
    `--${kind}client-cert-auth`,
    `--${kind}trusted-ca-file=${tls}/ca.crt`,
    `--${kind}cert-file=${tls}/machine.crt`,
    `--${kind}key-file=${tls}/machine.key`,
  ])

/** The agent of a member of the cluster. */
export type Agent = { port: number; tls: string }

type Reply = { status: number; text: string }

const optionsOf = ({ port, tls }: Agent, path: string, limitMs: number): RequestOptions => ({
  host: '127.0.0.1',
  port,
  path: `/${path}`,
  ca: readFileSync(join(tls, 'ca.crt')),
  signal: AbortSignal.timeout(limitMs),
})

/** Sends a request to the agent of a member, which may hang. */
export function askAgent(
  agent: Agent,
  path: string,
  { limitMs, patch }: { limitMs: number; patch?: object },
): Promise<Reply> {
  const options = optionsOf(agent, path, limitMs)
  return new Promise((resolve, reject) => {
    const asked = patch === undefined ? get(options) : request({ ...options, method: 'PATCH' })
    asked.once('error', reject)
    asked.once('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      )
    })
    asked.end(patch === undefined ? undefined : JSON.stringify(patch))
  })
}

/** Throws unless an agent refuses to change the cluster for a caller without the password. */
export async function requireClosedAgent(agent: Agent, limitMs: number): Promise<void> {
  const { status } = await askAgent(agent, 'config', { limitMs, patch: { loop_wait: 5 } })
  if (status === 401) return
  throw new Error(`An agent answered ${status} to a change without a password, instead of 401`)
}
