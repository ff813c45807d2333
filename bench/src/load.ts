import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'

/** Builds one request as text; `turn` is a counter for values that must be unique. */
export type RequestText = (turn: number) => string

export type Load = { clients: number; seconds: number }

const HEAD_END = '\r\n\r\n'

/** A minimal HTTP/1.1 keep-alive connection; it supports only the responses of these servers. */
class Connection {
  readonly socket: Socket
  private received: Buffer = Buffer.alloc(0)

  private constructor(socket: Socket) {
    this.socket = socket
  }

  static async open(url: URL): Promise<Connection> {
    const socket = createConnection(Number(url.port), url.hostname)
    socket.setNoDelay(true)
    await once(socket, 'connect')
    return new Connection(socket)
  }

  send(request: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const fail = (): void => reject(new Error('The server closed a connection'))
      const onData = (chunk: Buffer): void => {
        this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk])
        const head = this.takeReply()
        if (head === undefined) return
        this.socket.off('data', onData).off('close', fail)
        resolve(head)
      }
      this.socket.on('data', onData).once('close', fail)
      this.socket.write(request)
    })
  }

  /** Returns the head of a completely received response, if there is one. */
  private takeReply(): string | undefined {
    const headEnd = this.received.indexOf(HEAD_END)
    if (headEnd < 0) return undefined
    const head = this.received.toString('latin1', 0, headEnd)
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    if (length === undefined) throw new Error(`Response without a content length:\n${head}`)
    const end = headEnd + HEAD_END.length + Number(length)
    if (this.received.length < end) return undefined
    this.received = this.received.subarray(end)
    return head
  }
}

/**
 * Returns the responses per second: each client sends the next request as soon as it receives a
 * response. Another status than the expected one fails the benchmark.
 */
export async function requestsPerSecond(
  url: URL,
  { clients, seconds }: Load,
  request: RequestText,
  status = 200,
): Promise<number> {
  const connections = await Promise.all(Array.from({ length: clients }, () => Connection.open(url)))
  let turn = 0
  let answered = 0
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  const requestUntilEnd = async (connection: Connection): Promise<void> => {
    while (performance.now() < endsAt) {
      const head = await connection.send(request((turn += 1)))
      if (!head.startsWith(`HTTP/1.1 ${status} `)) {
        throw new Error(`${url.href} answered\n${head}`)
      }
      answered += 1
    }
  }
  try {
    await Promise.all(connections.map(requestUntilEnd))
    return answered / ((performance.now() - startedAt) / 1000)
  } finally {
    for (const { socket } of connections) socket.destroy()
  }
}

/**
 * Sends sets of requests, each set at once over its own connections as one device does, and returns
 * the milliseconds until the last response of each set.
 */
export async function durationsOfSets(
  url: URL,
  { clients, seconds }: Load,
  { size, requests }: { size: number; requests: (turn: number) => readonly string[] },
): Promise<number[]> {
  const connect = () => Promise.all(Array.from({ length: size }, () => Connection.open(url)))
  const devices = await Promise.all(Array.from({ length: clients }, connect))
  const durations: number[] = []
  let turn = 0
  const endsAt = performance.now() + seconds * 1000
  const requestUntilEnd = async (connections: readonly Connection[]): Promise<void> => {
    while (performance.now() < endsAt) {
      const texts = requests((turn += 1))
      const startedAt = performance.now()
      const heads = await Promise.all(
        connections.map((connection, at) => connection.send(texts[at] ?? '')),
      )
      durations.push(performance.now() - startedAt)
      const failed = heads.find((head) => !head.startsWith('HTTP/1.1 200 '))
      if (failed !== undefined) throw new Error(`${url.href} answered\n${failed}`)
    }
  }
  try {
    await Promise.all(devices.map(requestUntilEnd))
    return durations
  } finally {
    for (const { socket } of devices.flat()) socket.destroy()
  }
}

export function requestText(
  url: URL,
  request: { method?: string; path: string; headers?: Record<string, string>; body?: unknown },
): string {
  const { method = 'GET', path, headers = {} } = request
  const body = request.body === undefined ? '' : JSON.stringify(request.body)
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${url.host}`]
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  if (body !== '') {
    lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`)
  }
  return `${lines.join('\r\n')}${HEAD_END}${body}`
}
