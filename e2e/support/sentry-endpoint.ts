import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Envelope = {
  headers: Record<string, unknown>
  items: { type: string; body: unknown }[]
}

export type SentryEndpoint = {
  dsn: string
  origin: string
  /** The received envelopes, parsed and raw. */
  envelopes: Envelope[]
  raw: string[]
  stop: () => void
}

/** Starts a reporting service on the loopback interface that parses what it receives. */
export async function startSentryEndpoint(): Promise<SentryEndpoint> {
  const envelopes: Envelope[] = []
  const raw: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.method === 'POST') {
        const text = Buffer.concat(chunks).toString()
        raw.push(text)
        envelopes.push(parseEnvelope(text))
      }
      response.writeHead(200, {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
        'content-type': 'application/json',
      })
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Listening on a port yields an address, never a pipe.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    dsn: origin.replace('//', '//public@') + '/1',
    origin,
    envelopes,
    raw,
    stop: () => server.close(),
  }
}

/** Parses a header line, then per item a line of headers and a line of body. */
function parseEnvelope(text: string): Envelope {
  const [head = '{}', ...lines] = text.split('\n')
  const items: Envelope['items'] = []
  for (let line = 0; line + 1 < lines.length; line += 2) {
    const { type } = JSON.parse(lines[line] ?? '{}') as { type: string }
    items.push({ type, body: JSON.parse(lines[line + 1] ?? '{}') as unknown })
  }
  return { headers: JSON.parse(head) as Record<string, unknown>, items }
}
