import { execFileSync } from 'node:child_process'
import { createECDH } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import peer from 'web-push'
import { vapidKeysFrom } from '../../../apps/server/src/adapters/push-encryption.ts'
import { webPush } from '../../../apps/server/src/adapters/web-push.ts'
import { printTable, type Comparison, type Result } from '../compare.ts'
import { startProgram } from '../program.ts'
import { runsPerSecond } from '../runs-per-second.ts'
import { measureAll, type BenchOptions, type Section } from '../section.ts'

/** Encrypts, signs and sends messages, ours beside the `web-push` package. */
export const PEER_PUSH: Section<Result> = {
  takes: '1 min',
  usesPostgres: false,
  run: measurePush,
  print: printTable,
}

/** The messages that both senders have in flight. */
const IN_FLIGHT = 64
const LATENCIES_MS = [0, 100]
const SUBJECT = 'mailto:ops@harbor.example'
const TTL_SECONDS = 3600
const VAPID_SECRET = 'dGhlIGtleSBvZiBhIHNlcnZlciBpbiBvbmUgdGVzdCE'

async function measurePush(options: BenchOptions): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'solstice-push-'))
  const [key, certificate] = makeCertificate(folder)
  // Both senders use the default certificates of the process.
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, readFileSync(certificate, 'utf8')])
  const service = await startProgram('tls-push-sink-server.ts', {
    TLS_KEY: key,
    TLS_CERTIFICATE: certificate,
  })
  try {
    const load = { clients: IN_FLIGHT, seconds: options.load.seconds }
    return await measureAll(
      LATENCIES_MS.map((latencyMs) => comparison(service.url, latencyMs, load)),
      options,
    )
  } finally {
    await service.stop()
    setDefaultCACertificates(trusted)
    rmSync(folder, { recursive: true, force: true })
  }
}

function comparison(service: URL, latencyMs: number, load: BenchOptions['load']): Comparison {
  const vapid = vapidKeysFrom(VAPID_SECRET)
  const ours = webPush({
    keys: vapid,
    subject: SUBJECT,
    hosts: [],
    allowLoopback: true,
    now: () => new Date(),
  })
  const device = createECDH('prime256v1')
  device.generateKeys()
  const keys = { p256dh: device.getPublicKey('base64url'), auth: 'BTBZMqHH6r4Tts7J_aSIgg' }
  const endpointOf = (turn: number) => `${service.origin}/${latencyMs}/device/${turn}`
  const message = {
    code: 'NOTICE',
    data: { notificationId: 1 },
    timestamp: 1_800_000_000_000,
    lang: 'en',
  } as const
  const send = async (turn: number) => {
    const envelope = {
      message,
      ttlSeconds: TTL_SECONDS,
      urgency: 'normal',
      topic: 'notice',
    } as const
    const outcome = await ours.send({ endpoint: endpointOf(turn), ...keys }, envelope)
    if (outcome.kind !== 'sent') throw new Error(`The push was not sent: ${outcome.kind}`)
  }
  const payload = JSON.stringify(message)
  const vapidDetails = {
    subject: SUBJECT,
    publicKey: vapid.publicKey,
    privateKey: VAPID_SECRET,
  }
  const peerSend = (turn: number) =>
    peer.sendNotification({ endpoint: endpointOf(turn), keys }, payload, {
      vapidDetails,
      TTL: TTL_SECONDS,
      urgency: 'normal',
      topic: 'notice',
    })
  return {
    name: `push, beside web-push${latencyMs === 0 ? '' : `, ${latencyMs} ms away`}`,
    ours: {
      name: `${IN_FLIGHT} in flight`,
      perSecond: () => runsPerSecond(load, send),
    },
    theirs: { name: 'web-push', perSecond: () => runsPerSecond(load, peerSend) },
  }
}

/** Makes a key and a certificate for this machine; returns the paths of both. */
function makeCertificate(folder: string): [string, string] {
  const key = join(folder, 'key.pem')
  const certificate = join(folder, 'certificate.pem')
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1'
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const files = ['-keyout', key, '-out', certificate]
  const subject = ['-subj', '/CN=localhost', '-addext', names, '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...curve, ...files, ...subject], { stdio: 'ignore' })
  return [key, certificate]
}
