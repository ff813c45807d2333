import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'

/**
 * A push service over TLS that accepts everything, after a latency that the first segment of the
 * path states in milliseconds.
 */
const server = createServer(
  {
    key: readFileSync(process.env['TLS_KEY'] ?? ''),
    cert: readFileSync(process.env['TLS_CERTIFICATE'] ?? ''),
  },
  (request, response) => {
    const latencyMs = Number(request.url?.split('/')[1])
    request.resume()
    request.on('end', () => setTimeout(() => response.writeHead(201).end(), latencyMs))
  },
)

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`ready at https://localhost:${typeof address === 'object' ? address?.port : 0}`)
})
