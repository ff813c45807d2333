import { sql } from 'drizzle-orm'
import { toEventSelector } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { RECONCILE_BOOKS } from '#/modules/books/books.queue.ts'
import { openPostgres, type Db } from '#/platform/process/db.ts'
import { freePorts } from '#test/free-port.ts'
import { REQUIRED_IN_PRODUCTION } from '#test/production-settings.ts'
import { serverFixtures, SERVER_TEST_TIMEOUT_MS } from '#test/server-fixtures.ts'
import { jsonPost, postTo, startProcess } from '#test/server-process.ts'
import { waitingSessions } from '#test/waiting-sessions.ts'

const PASSWORD = 'Abcdef1!'
/** Jobs of one slot have one key. */
const RECONCILIATION_SLOT_MS = 600_000
const { aDataFolder, run } = serverFixtures()

/** A folder that a server has already used. */
let usedFolder: string
let firstEnd: number | NodeJS.Signals

beforeAll(async () => {
  const home = await aDataFolder()
  usedFolder = home['SOLSTICE_DATA'] ?? ''
  const server = startProcess(home)
  await server.ready
  server.kill('SIGTERM')
  firstEnd = await server.ended
}, SERVER_TEST_TIMEOUT_MS)

async function verifiedCode(address: string, email: string): Promise<string> {
  await postTo(address, '/v1/public/auth/signup/email/send', { email })
  const mails = await fetch(`${address}/dev/mailbox?to=${email}`)
  const [mail] = (await mails.json()) as { code: string }[]
  const verified = await postTo<{ completeCode: string }>(
    address,
    '/v1/public/auth/verification/verify',
    { email, code: mail?.code, purpose: 'SIGNUP' },
  )
  return verified.data?.completeCode ?? ''
}

describe('a killed server', () => {
  test(
    'starts again with every account it had acknowledged',
    async () => {
      const home = await aDataFolder(usedFolder)
      const first = await run(home)
      const people = []
      for (let person = 1; person <= 20; person += 1) {
        const email = `member-${person}@harbor.example`
        people.push({ email, completeCode: await verifiedCode(first.address, email) })
      }

      const acknowledged: string[] = []
      const signUps = people.map(async ({ email, completeCode }) => {
        const agreements = { termsOfService: true, privacyPolicy: true }
        const body = { email, password: PASSWORD, completeCode, agreements }
        const reply = await postTo(first.address, '/v1/public/auth/signup', body)
        if (reply.code !== Code.SUCCESS) return
        acknowledged.push(email)
        if (acknowledged.length === 5) first.kill('SIGKILL')
      })
      await Promise.allSettled(signUps)
      const end = await first.ended
      const second = await run(home)
      const logins = await Promise.all(
        acknowledged.map((email) =>
          postTo(second.address, '/v1/public/auth/login', { email, password: PASSWORD }),
        ),
      )

      expect(end).toBe('SIGKILL')
      expect(acknowledged.length).toBeGreaterThanOrEqual(5)
      expect(logins.map(({ code }) => code)).toEqual(acknowledged.map(() => Code.SUCCESS))
    },
    SERVER_TEST_TIMEOUT_MS,
  )
})

describe('a server that starts', () => {
  test(
    'is healthy only when its console and its metrics respond as well',
    async () => {
      const home = await aDataFolder()
      const [port = 0, consolePort = 0, metricsPort = 0] = await freePorts(3)
      const statusOf = (url: string) =>
        fetch(url).then(
          ({ status }) => status,
          () => 0,
        )
      const health = () => statusOf(`http://127.0.0.1:${port}/healthz`)
      const database = await openPostgres(home['DATABASE_URL'] ?? '', () => {})
      const whileHeld = await database.db.transaction(async (tx) => {
        await holdStart(tx)
        const starting = run({
          ...home,
          PORT: String(port),
          CONSOLE_PORT: String(consolePort),
          METRICS_PORT: String(metricsPort),
        })
        await expect
          .poll(() => waitingSessions(database.db), { timeout: SERVER_TEST_TIMEOUT_MS })
          .toBe(1)
        return { starting, status: await health() }
      })
      await expect.poll(health, { timeout: SERVER_TEST_TIMEOUT_MS }).toBe(200)
      const others = [
        await statusOf(`http://127.0.0.1:${consolePort}/healthz`),
        await statusOf(`http://127.0.0.1:${metricsPort}/metrics`),
      ]
      await whileHeld.starting
      await database.close()

      expect(whileHeld.status).toBe(503)
      expect(others).toEqual([404, 200])
    },
    SERVER_TEST_TIMEOUT_MS,
  )
})

/** Lets a server wait for this transaction when it enqueues the reconciliation of its first night. */
async function holdStart(tx: Db): Promise<void> {
  const slot = Math.floor(Date.now() / RECONCILIATION_SLOT_MS)
  for (const key of [slot, slot + 1].map((each) => `${RECONCILE_BOOKS}:${each}`)) {
    await tx.execute(sql`insert into jobs (kind, payload, key, due_at, created_at)
      values (${RECONCILE_BOOKS}, 'null', ${key}, now(), now())`)
  }
}

describe('a server that receives a stop signal', () => {
  test('exits with 0', () => {
    expect(firstEnd).toBe(0)
  })
})

describe('a server in development', () => {
  test(
    'prints its address, the demo account, the mailbox and the metrics address, and starts its clock at the configured time',
    async () => {
      const server = await run({
        ...(await aDataFolder(usedFolder)),
        SOLSTICE_NOW: '2027-01-01T00:00:00Z',
        METRICS_PORT: '0',
      })

      const health = await fetch(`${server.address}/healthz`)
      const [, email, password] = /demo account +(\S+) \/ (\S+)/.exec(server.output()) ?? []
      const login = await postTo(server.address, '/v1/public/auth/login', { email, password })
      const [, metrics = ''] =
        /metrics +(http:\/\/127\.0\.0\.1:\d+\/metrics)\n/.exec(server.output()) ?? []
      const metricsResponse = await fetch(metrics)
      const inPublic = await fetch(`${server.address}/metrics`)

      expect(server.address).toMatch(/^http:\/\/localhost:\d+$/)
      expect(server.output()).toContain(`${server.address}/dev/mailbox`)
      expect(login.code).toBe(Code.SUCCESS)
      expect(await metricsResponse.text()).toContain(
        'route="/v1/public/auth/login",status="200",code="0"} 1',
      )
      expect(await inPublic.text()).not.toContain('solstice_replies_total')
      const now = Date.parse(health.headers.get('x-server-time') ?? '')
      expect(now - Date.parse('2027-01-01T00:00:00Z')).toBeGreaterThanOrEqual(0)
      expect(now - Date.parse('2027-01-01T00:00:00Z')).toBeLessThan(60_000)
    },
    SERVER_TEST_TIMEOUT_MS,
  )
})

describe('the first start of a server in development', () => {
  test(
    'posts the points log on chain without an alarm, because its treasury has funds',
    async () => {
      const server = await run({ ...(await aDataFolder()), LOCAL_CHAINS: 'true' })
      const topics = [toEventSelector('CheckpointPosted(uint256,bytes32)')]
      const params = [{ fromBlock: '0x0', toBlock: 'latest', topics }]
      const posted = async () => {
        await fetch(`${server.address}/dev/clock`, jsonPost({ advanceMs: 10_000 }))
        const call = { jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params }
        const response = await fetch(`${server.address}/rpc/31337`, jsonPost(call))
        return ((await response.json()) as { result: unknown[] }).result.length // Its JSON-RPC type.
      }

      await expect.poll(posted, { timeout: SERVER_TEST_TIMEOUT_MS, interval: 1000 }).toBe(1)

      expect(server.output()).not.toContain('"level":50')
    },
    SERVER_TEST_TIMEOUT_MS,
  )
})

describe('the console of a server in development', () => {
  test(
    'has its own address, where the printed operators sign in with their password and a code',
    async () => {
      const server = await run(await aDataFolder(usedFolder))
      const output = server.output()
      const [, address = ''] = /console +(http:\/\/localhost:\d+)\n/.exec(output) ?? []
      const people = [...output.matchAll(/operator +(\S+) \/ (.+)\n/g)]
      const call = async (path: string, body: object) => {
        const response = await fetch(`${address}/v1/operator/auth/login${path}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'sec-fetch-site': 'same-origin',
            'x-solstice-console': '1',
          },
          body: JSON.stringify(body),
        })
        return (await response.json()) as { code: number; data: Record<string, unknown> }
      }

      const roles: unknown[] = []
      for (const [, email = '', password = ''] of people) {
        const begun = await call('', { email, password })
        const shown = await fetch(`${server.address}/dev/operator-code?email=${email}`)
        const { code } = (await shown.json()) as { code: string }
        const { data } = await call(`/${String(begun.data['loginId'])}/factor`, { code })
        roles.push(data['role'])
      }
      const members = await fetch(`${address}/v1/public/seasons`)

      expect(roles).toEqual(['OWNER', 'FINANCE'])
      expect(address).not.toBe(server.address)
      expect(members.status).toBe(404)
    },
    SERVER_TEST_TIMEOUT_MS,
  )
})

describe('a server in production', () => {
  test(
    'refuses to start without its settings, and names all of them',
    async () => {
      const server = startProcess({ NODE_ENV: 'production' })

      expect(await server.ended).toBe(1)
      expect(server.output()).toMatch(/^The server cannot start with these settings:\n/)
      for (const name of REQUIRED_IN_PRODUCTION) {
        expect(server.output()).toContain(`  - ${name} is required in production: `)
      }
      expect(server.output()).not.toContain('    at ')
    },
    SERVER_TEST_TIMEOUT_MS,
  )
})
