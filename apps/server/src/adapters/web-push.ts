import { request as httpRequest, Agent as HttpAgent, type IncomingMessage } from 'node:http'
import { request as httpsRequest, Agent as HttpsAgent } from 'node:https'
import type { LookupFunction } from 'node:net'
import type {
  AppContext,
  Push,
  PushEnvelope,
  PushOutcome,
  PushTarget,
} from '#/platform/process/context.ts'
import { BoundedMap } from '#/platform/process/shared.ts'
import { boundedText } from '#/platform/process/untrusted-text.ts'
import { publicLookup } from './public-address.ts'
import { pushEncrypter, type PushEncrypter } from './push-encrypter.ts'
import { PLAINTEXT_MAX_BYTES, type VapidKeys } from './push-encryption.ts'
import { vapidTokens } from './vapid-tokens.ts'

export type WebPushOptions = {
  keys: VapidKeys
  /** The keys that were replaced; devices that have not subscribed again still expect them. */
  previousKeys?: VapidKeys | undefined
  /** The contact of the server's operator for push services: mailto: or https:. */
  subject: string
  /** The allowed hosts of push services; `*.` matches any subdomain. */
  hosts: readonly string[]
  /** For development and tests only: allows a service on this machine, also without https. */
  allowLoopback: boolean
  now: AppContext['now']
  lookup?: LookupFunction
  timeoutMs?: number
}

/** The push services of the common browsers. */
export const DEFAULT_PUSH_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  'web.push.apple.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

const TIMEOUT_MS = 5000
const REMEMBERED_ENDPOINTS = 100_000
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** The connections per host that are kept for the next batch of a campaign. */
const MAX_FREE_SOCKETS = 512

export function webPush(
  options: WebPushOptions,
  encrypter: PushEncrypter = pushEncrypter(),
): Push & { close: () => Promise<void> } {
  const { keys, subject, now } = options
  const lookup = options.lookup ?? publicLookup()
  // Connections are reused, because a campaign is ten thousand messages to three hosts.
  const reuse = { keepAlive: true, maxFreeSockets: MAX_FREE_SOCKETS }
  const agents = {
    http: new HttpAgent(reuse),
    https: new HttpsAgent({ ...reuse, lookup }),
    // A service on this machine may have a certificate, but has no public address.
    loopback: new HttpsAgent(reuse),
  }
  const tokens = vapidTokens(keys, subject, now)
  const previousTokens = options.previousKeys && vapidTokens(options.previousKeys, subject, now)
  /** Endpoints that accepted the previous keys. */
  const subscribedBefore = new BoundedMap<string, true>(REMEMBERED_ENDPOINTS)

  const isLoopback = (url: URL) => options.allowLoopback && LOOPBACK.test(url.hostname)

  function accepts(endpoint: string): boolean {
    if (!URL.canParse(endpoint)) return false
    const url = new URL(endpoint)
    if (url.username !== '' || url.password !== '') return false
    if (isLoopback(url)) return true
    return url.protocol === 'https:' && url.port === '' && isListed(url.hostname, options.hosts)
  }

  async function send(target: PushTarget, envelope: PushEnvelope): Promise<PushOutcome> {
    // The endpoint may be from before the list changed, or written by someone else.
    if (!accepts(target.endpoint)) return { kind: 'refused', reason: 'endpoint not allowed' }
    const url = new URL(target.endpoint)
    const plaintext = Buffer.from(JSON.stringify(envelope.message))
    if (plaintext.length > PLAINTEXT_MAX_BYTES) {
      return { kind: 'refused', reason: 'message too long' }
    }
    let body: Uint8Array | null
    try {
      body = await encrypter.encrypt(plaintext, target)
    } catch (error) {
      // The service is not the cause, so its other devices must not be blocked.
      return { kind: 'later', scope: 'device', reason: reasonOf(error), retryAfterMs: undefined }
    }
    // The keys are not a point of the curve, so nothing can ever be sent there.
    if (!body) return { kind: 'gone' }
    const agent =
      url.protocol === 'http:' ? agents.http : isLoopback(url) ? agents.loopback : agents.https
    try {
      const answer = await postSigned(url, {
        agent,
        body,
        timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
        headers: {
          'content-type': 'application/octet-stream',
          'content-encoding': 'aes128gcm',
          ttl: String(envelope.ttlSeconds),
          urgency: envelope.urgency,
          topic: envelope.topic,
        },
      })
      return outcomeOf(answer, now())
    } catch (error) {
      return { kind: 'later', scope: 'service', reason: reasonOf(error), retryAfterMs: undefined }
    }
  }

  /**
   * A subscription belongs to one key, and a push service rejects every other one. After a change of
   * the key, the previous one is tried for devices that have not subscribed again.
   */
  async function postSigned(url: URL, sent: Sent): Promise<Answer> {
    const postWith = ({ headerFor }: Pick<typeof tokens, 'headerFor'>) => {
      const authorization = headerFor(url.origin)
      return post(url, { ...sent, headers: { ...sent.headers, authorization } })
    }
    if (!previousTokens) return postWith(tokens)
    const isBefore = subscribedBefore.has(url.href)
    const first = await postWith(isBefore ? previousTokens : tokens)
    if (!REJECTED_KEY.has(first.status)) return first
    const second = await postWith(isBefore ? tokens : previousTokens)
    if (isBefore) subscribedBefore.delete(url.href)
    else if (isAccepted(second)) subscribedBefore.set(url.href, true)
    return REJECTED_KEY.has(second.status) ? first : second
  }

  return { publicKey: keys.publicKey, accepts, send, close: encrypter.close }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? boundedText(error.message) : 'unknown'

function isListed(host: string, hosts: readonly string[]): boolean {
  return hosts.some((listed) =>
    listed.startsWith('*.') ? host.endsWith(listed.slice(1)) : host === listed,
  )
}

/** The replies of push services to a key that does not belong to the subscription. */
const REJECTED_KEY: ReadonlySet<number> = new Set([400, 401, 403])

const isAccepted = ({ status }: Answer) => status >= 200 && status < 300

type Sent = {
  agent: HttpAgent | HttpsAgent
  body: Uint8Array
  timeoutMs: number
  headers: Record<string, string>
}

type Answer = { status: number; retryAfter: string | undefined }

/** Does not follow redirects: a push service that moves informs its browsers, not this server. */
function post(url: URL, sent: Sent): Promise<Answer> {
  const request = url.protocol === 'http:' ? httpRequest : httpsRequest
  return new Promise((resolve, reject) => {
    const call = request(url, {
      method: 'POST',
      agent: sent.agent,
      headers: { ...sent.headers, 'content-length': sent.body.length },
      // Limits the whole attempt, because a service may send its response slowly.
      signal: AbortSignal.timeout(sent.timeoutMs),
    })
    call.on('error', (error: NodeJS.ErrnoException) => {
      // The service closed an idle connection at the moment at which it was used again.
      const isStale = call.reusedSocket && error.code === 'ECONNRESET'
      if (isStale) resolve(post(url, sent))
      else reject(error)
    })
    call.on('response', (response: IncomingMessage) => {
      response.on('error', reject)
      // The body is not used, but reading it frees the connection.
      response.resume()
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'],
        })
      })
    })
    call.end(sent.body)
  })
}

function outcomeOf({ status, retryAfter }: Answer, now: Date): PushOutcome {
  if (isAccepted({ status, retryAfter })) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const reason = `HTTP ${status}`
  if (status === 429 || status >= 500) {
    const scope = status === 429 ? 'device' : 'service'
    return { kind: 'later', scope, reason, retryAfterMs: retryAfterMsOf(retryAfter, now) }
  }
  return { kind: 'refused', reason }
}

/** The header contains seconds or a date. */
function retryAfterMsOf(retryAfter: string | undefined, now: Date): number | undefined {
  if (retryAfter === undefined) return undefined
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}
