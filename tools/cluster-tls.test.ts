import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePorts } from '../apps/server/test/free-port.ts'
import { createCertificates, requireClosedAgent } from './cluster-tls.ts'

const LIMIT_MS = 10_000

let tls: string
beforeAll(() => {
  tls = mkdtempSync(join(tmpdir(), 'solstice-tls-'))
  createCertificates(tls)
})
afterAll(() => rmSync(tls, { recursive: true }))

/** Checks an agent that answers every change of the cluster with this status. */
async function checkAgent(status: number): Promise<void> {
  const [port = 0] = await freePorts(1)
  const [key, cert] = ['machine.key', 'machine.crt'].map((file) => readFileSync(join(tls, file)))
  const agent = createServer({ key, cert }, ({ method, url }, reply) => {
    reply.writeHead(method === 'PATCH' && url === '/config' ? status : 404).end()
  })
  await new Promise<void>((listening) => agent.listen(port, '127.0.0.1', listening))
  try {
    await requireClosedAgent({ port, tls }, LIMIT_MS)
  } finally {
    agent.close()
  }
}

test('an agent that accepts a change without a password ends the run', async () => {
  await expect(checkAgent(200)).rejects.toThrow('answered 200 to a change without a password')
})

test('an agent that asks for the password passes', async () => {
  await expect(checkAgent(401)).resolves.toBeUndefined()
})
