import { createServer } from 'node:http'

/**
 * A push service that only counts the messages per device and returns the counts on request. It
 * responds after the given latency, like a service on the internet.
 */
const taken = new Map<string, number>()
const latencyMs = Number(process.env['LATENCY_MS'] ?? 0)

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    const counts = [...taken.values()]
    const total = counts.reduce((sum, count) => sum + count, 0)
    response.end(JSON.stringify({ total, devices: counts.length, most: Math.max(0, ...counts) }))
    return
  }
  if (request.method === 'DELETE') {
    taken.clear()
    response.end()
    return
  }
  request.resume()
  request.on('end', () => {
    const device = request.url ?? ''
    taken.set(device, (taken.get(device) ?? 0) + 1)
    setTimeout(() => response.writeHead(201).end(), latencyMs)
  })
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`ready at http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
})
