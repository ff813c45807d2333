import { relayToken } from './relay-auth.ts'

export type RelaySettings = { url: string; projectId: string }
export type RelayState = 'connecting' | 'connected' | 'offline'

type Publishing = { ttl: number; tag: number; prompt?: boolean }
type Pending = { resolve: (result: unknown) => void; reject: (cause: Error) => void }

export type Relay = {
  /** Resolves when the relay has accepted the message. */
  publish: (topic: string, message: string, options: Publishing) => Promise<void>
  subscribe: (topic: string) => Promise<void>
  unsubscribe: (topic: string) => void
  close: () => void
}

const REPLY_TIMEOUT_MS = 15_000
const FIRST_RETRY_MS = 1000
const MAX_RETRY_MS = 30_000

export class RelayError extends Error {
  override readonly name = 'RelayError'
}

type RelayEvents = {
  onMessage: (topic: string, message: string) => void
  onState: (state: RelayState) => void
}

/**
 * Connects to a relay and stays connected until `close`. After an interruption it subscribes to all
 * topics again, and the relay delivers the messages that it kept meanwhile.
 */
export function connectRelay(
  { url, projectId, identity }: RelaySettings & { identity: string },
  { onMessage, onState }: RelayEvents,
): Relay {
  const subscriptions = new Map<string, string | undefined>()
  const pending = new Map<number, Pending>()
  let socket: WebSocket | undefined
  let ready = Promise.withResolvers<void>()
  let failures = 0
  let isClosed = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let lastId = 0

  function open(): void {
    onState('connecting')
    const query = new URLSearchParams({ auth: relayToken(identity, url, Date.now()), projectId })
    const opened = new WebSocket(`${url}${url.includes('?') ? '&' : '?'}${query}`)
    socket = opened
    opened.addEventListener('open', () => void resume())
    opened.addEventListener('message', ({ data }) => receive(String(data)))
    opened.addEventListener('close', () => socket === opened && retryLater())
  }

  async function resume(): Promise<void> {
    failures = 0
    try {
      const topics = [...subscriptions.keys()]
      if (topics.length > 0) await request('irn_batchSubscribe', { topics }).then(noteIds(topics))
      onState('connected')
      ready.resolve()
    } catch {
      socket?.close()
    }
  }

  const noteIds = (topics: readonly string[]) => (ids: unknown) => {
    const listed: unknown[] = Array.isArray(ids) ? ids : []
    topics.forEach((topic, at) => {
      if (subscriptions.has(topic)) subscriptions.set(topic, String(listed[at]))
    })
  }

  function retryLater(): void {
    socket = undefined
    for (const { reject } of pending.values()) reject(new RelayError('Connection lost'))
    pending.clear()
    if (isClosed) return
    ready = Promise.withResolvers<void>()
    onState('offline')
    retry = setTimeout(open, Math.min(FIRST_RETRY_MS * 2 ** failures, MAX_RETRY_MS))
    failures += 1
  }

  function receive(text: string): void {
    const payload = parsed(text)
    if (payload?.method === 'irn_subscription') {
      const data = payload.params?.data
      send({ id: payload.id, jsonrpc: '2.0', result: true })
      if (typeof data?.topic === 'string' && typeof data.message === 'string') {
        onMessage(data.topic, data.message)
      }
      return
    }
    const id = Number(payload?.id)
    const waiting = pending.get(id)
    pending.delete(id)
    if (payload?.error === undefined) waiting?.resolve(payload?.result)
    else waiting?.reject(new RelayError('Refused by the relay'))
  }

  function send(payload: unknown): boolean {
    if (socket?.readyState !== WebSocket.OPEN) return false
    socket.send(JSON.stringify(payload))
    return true
  }

  function request(method: string, params: object): Promise<unknown> {
    // The relay identifies a sender's calls by their ids, also across connections.
    lastId = Math.max(Date.now() * 1000 + Math.floor(Math.random() * 1000), lastId + 1)
    const id = lastId
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const timer = setTimeout(() => reject(new RelayError('No reply')), REPLY_TIMEOUT_MS)
    pending.set(id, { resolve, reject })
    if (!send({ id, jsonrpc: '2.0', method, params })) reject(new RelayError('Offline'))
    return promise.finally(() => {
      clearTimeout(timer)
      pending.delete(id)
    })
  }

  async function whenReady(): Promise<void> {
    const slow = Promise.withResolvers<void>()
    const timer = setTimeout(() => slow.reject(new RelayError('Offline')), REPLY_TIMEOUT_MS)
    await Promise.race([ready.promise, slow.promise]).finally(() => clearTimeout(timer))
  }

  open()
  return {
    publish: async (topic, message, { ttl, tag, prompt }) => {
      await whenReady()
      await request('irn_publish', { topic, message, ttl, tag, ...(prompt && { prompt }) })
    },
    subscribe: async (topic) => {
      if (subscriptions.has(topic)) return
      subscriptions.set(topic, undefined)
      await whenReady()
      if (subscriptions.get(topic) === undefined) {
        await request('irn_subscribe', { topic }).then((id) => noteIds([topic])([id]))
      }
    },
    unsubscribe: (topic) => {
      const id = subscriptions.get(topic)
      subscriptions.delete(topic)
      // The topic is dropped with the connection at the latest.
      if (id !== undefined) request('irn_unsubscribe', { topic, id }).catch(() => undefined)
    },
    close: () => {
      isClosed = true
      clearTimeout(retry)
      socket?.close()
    },
  }
}

/** A payload of the relay. Its parts are checked where they are used. */
type Payload = {
  id?: unknown
  method?: unknown
  params?: { data?: { topic?: unknown; message?: unknown } }
  result?: unknown
  error?: unknown
}

function parsed(text: string): Payload | undefined {
  try {
    return JSON.parse(text) as Payload
  } catch {
    return undefined
  }
}
