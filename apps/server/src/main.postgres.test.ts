import { expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { OPERATOR_TOKENS, PRODUCTION_SETTINGS } from '#test/production-settings.ts'
import { freePort } from '#test/free-port.ts'
import { serverFixtures, SERVER_TEST_TIMEOUT_MS } from '#test/server-fixtures.ts'
import { jsonPost, postTo } from '#test/server-process.ts'

const { aDataFolder, run } = serverFixtures()

test(
  'a production server runs on PostgreSQL without the development tools and the demo account',
  async () => {
    const port = await freePort()
    const home = await aDataFolder()
    const server = await run({
      ...PRODUCTION_SETTINGS,
      APPROVALS: 'on',
      // Required until there is an operator, and this database is new.
      OPERATOR_TOKEN: OPERATOR_TOKENS[0],
      DATABASE_URL: home['DATABASE_URL'] ?? '',
      PORT: String(port),
    })
    const local = `http://127.0.0.1:${port}`

    const health = await fetch(`${local}/healthz`)
    const tools = [
      await fetch(`${local}/dev/mailbox`),
      await fetch(`${local}/dev/clock`, jsonPost({ advanceMs: 1 })),
      await fetch(`${local}/dev/chains/31337`, jsonPost({ mine: 1 })),
      await fetch(`${local}/rpc/31337`, jsonPost({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })),
    ]
    const demo = await postTo(local, '/v1/public/auth/login', {
      email: 'demo@solstice.example',
      password: 'Solstice1!',
    })
    server.kill('SIGTERM')
    const end = await server.ended

    expect(server.address).toBe(PRODUCTION_SETTINGS.PUBLIC_ORIGIN)
    expect(server.output()).not.toContain('demo')
    expect(health.status).toBe(200)
    expect(health.headers.get('strict-transport-security')).toContain('max-age=')
    expect(tools.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(demo.code).toBe(Code.CREDENTIALS_INVALID)
    expect(end).toBe(0)
  },
  SERVER_TEST_TIMEOUT_MS,
)
