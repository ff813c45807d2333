import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { verifyJWT } from '@walletconnect/relay-auth'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'

type Kept = {
  topic: string
  message: string
  publishedAt: number
  tag: number
  /** The issuer of the sender's token. */
  sender: string
}
/** The tag of a message that ends a session. */
export const SESSION_DELETE = 1112

type Call = { id: number | string; method?: string; params?: Record<string, unknown> }

/** A relay on this machine that speaks the protocol of WalletConnect's relay (IRN). */
export type LocalRelay = {
  url: string
  /** The queries of all connections, with token and project. */
  connections: URLSearchParams[]
  /** All messages that were published, sealed as they were sent. */
  published: Kept[]
  /** Delivers a message a second time, as a relay may. */
  repeat: (kept: Kept) => void
  /** Ends the connections of a project; its clients have to connect again. */
  interrupt: (projectId: string) => void
  close: () => Promise<void>
}

export async function startLocalRelay(): Promise<LocalRelay> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await new Promise<void>((resolve) => server.once('listening', resolve))
  const subscribers = new Map<string, Map<WebSocket, string>>()
  /** Messages until their reader acknowledges them. */
  const mailbox = new Set<Kept>()
  const unacknowledged = new Map<number, Kept>()
  /** The clients that an end of a session was delivered to. */
  const ended = new Map<Kept, Set<string>>()
  const senders = new Map<WebSocket, string>()
  const projects = new Map<WebSocket, string>()
  const published: Kept[] = []
  const connections: URLSearchParams[] = []
  let lastId = 1

  function deliver(socket: WebSocket, subscription: string, kept: Kept): void {
    if (kept.tag === SESSION_DELETE && !isFirstDelivery(kept, senders.get(socket) ?? '')) return
    lastId += 1
    unacknowledged.set(lastId, kept)
    const { topic, message, publishedAt, tag } = kept
    const data = { topic, message, publishedAt, tag }
    const params = { id: subscription, data }
    socket.send(JSON.stringify({ id: lastId, jsonrpc: '2.0', method: 'irn_subscription', params }))
  }

  /**
   * A client that subscribes again gets what it has not acknowledged. The published one throws outside of
   * every handler if the end of a session reaches it while it handles the first copy.
   */
  function isFirstDelivery(kept: Kept, client: string): boolean {
    const clients = ended.get(kept) ?? new Set<string>()
    ended.set(kept, clients)
    if (clients.has(client)) return false
    clients.add(client)
    return true
  }

  function subscribe(socket: WebSocket, topic: string): string {
    const id = randomUUID()
    const all = subscribers.get(topic) ?? new Map<WebSocket, string>()
    subscribers.set(topic, all.set(socket, id))
    const own = senders.get(socket)
    const kept = [...mailbox].filter((each) => each.topic === topic && each.sender !== own)
    // The client has to learn the id of the subscription first.
    setImmediate(() => kept.forEach((each) => deliver(socket, id, each)))
    return id
  }

  function spread(kept: Kept): void {
    mailbox.add(kept)
    for (const [socket, id] of subscribers.get(kept.topic) ?? []) {
      if (senders.get(socket) !== kept.sender) deliver(socket, id, kept)
    }
  }

  function publish(socket: WebSocket, topic: string, message: string, tag: number): true {
    const sender = senders.get(socket) ?? ''
    const kept = { topic, message, publishedAt: Date.now(), tag, sender }
    published.push(kept)
    spread(kept)
    return true
  }

  function answer(socket: WebSocket, { method, params = {} }: Call): unknown {
    const text = (name: string) => String(params[name])
    const topics = () => (params['topics'] as string[]).map((topic) => subscribe(socket, topic))
    switch (method) {
      case 'irn_publish':
        return publish(socket, text('topic'), text('message'), Number(params['tag']))
      case 'irn_subscribe':
        return subscribe(socket, text('topic'))
      case 'irn_batchSubscribe':
        return topics()
      case 'irn_unsubscribe':
        return subscribers.get(text('topic'))?.delete(socket) ?? false
      case 'irn_fetchMessages':
      case 'irn_batchFetchMessages':
        return { messages: [], hasMore: false }
      // Newer clients leave it to the relay to subscribe and to publish a proposal.
      case 'wc_proposeSession':
        subscribe(socket, text('pairingTopic'))
        return publish(socket, text('pairingTopic'), text('sessionProposal'), 1100)
      case undefined:
      default:
        return undefined
    }
  }

  server.on('connection', (socket, { url }) => {
    const query = new URL(url ?? '/', 'ws://relay').searchParams
    connections.push(query)
    projects.set(socket, query.get('projectId') ?? '')
    const token = query.get('auth') ?? ''
    const isValid = verifyJWT(token).catch(() => false)
    const [, claims = ''] = token.split('.')
    const { iss } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}') as {
      iss?: string
    }
    senders.set(socket, iss ?? '')
    const receive = async (data: unknown) => {
      if (!(await isValid)) {
        socket.close(3000, 'Unauthorized: the token is invalid')
        return
      }
      const call = JSON.parse(String(data)) as Call
      if (call.method === undefined) {
        const kept = unacknowledged.get(Number(call.id))
        if (kept) mailbox.delete(kept)
        return
      }
      const result = answer(socket, call)
      const error = { code: -32_601, message: `Method not found: ${call.method}` }
      const outcome = result === undefined ? { error } : { result }
      socket.send(JSON.stringify({ id: call.id, jsonrpc: '2.0', ...outcome }))
    }
    socket.on('message', (data) => void receive(data))
    socket.on('close', () => {
      for (const all of subscribers.values()) all.delete(socket)
    })
  })

  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, // It listens on a port.
    connections,
    published,
    repeat: (kept) => spread(kept),
    interrupt: (projectId) => {
      for (const [socket, project] of projects) if (project === projectId) socket.terminate()
    },
    close: () => {
      for (const socket of server.clients) socket.terminate()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
