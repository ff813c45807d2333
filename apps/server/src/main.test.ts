import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { PRODUCTION_SETTINGS, REQUIRED_IN_PRODUCTION } from '#/testing/production-settings.ts'
import { postTo, startProcess, type ServerProcess } from '#/testing/server-process.ts'
import { openTestDatabase } from '#/testing/test-database.ts'

const onPostgres = process.env['SOLSTICE_TEST_DB'] === 'postgres'
const PASSWORD = 'Abcdef1!'
const PATIENCE_MS = 120_000

/** A data folder that a server already ran on: making one takes PGlite seconds, copying it does not. */
let usedFolder: string
let firstEnd: number | NodeJS.Signals
let lockedWhileRunning: boolean
const folders: string[] = []
const running: ServerProcess[] = []

beforeAll(async () => {
  usedFolder = await mkdtemp(join(tmpdir(), 'solstice-main-'))
  const server = startProcess(onPostgres ? await aHome() : { SOLSTICE_DATA: usedFolder })
  await server.ready
  lockedWhileRunning = existsSync(join(usedFolder, 'solstice.lock'))
  server.kill('SIGTERM')
  firstEnd = await server.ended
}, PATIENCE_MS)

afterEach(async () => {
  for (const server of running.splice(0)) {
    server.kill('SIGKILL')
    await server.ended
  }
})

afterAll(async () => {
  for (const folder of [usedFolder, ...folders]) await rm(folder, { recursive: true, force: true })
})

/** A place of its own to keep data in: a used folder, or a database on the test cluster. */
async function aHome(): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'solstice-main-'))
  folders.push(folder)
  if (!onPostgres) {
    await cp(usedFolder, folder, { recursive: true })
    return { SOLSTICE_DATA: folder }
  }
  const database = await openTestDatabase()
  await database.close()
  return { SOLSTICE_DATA: folder, DATABASE_URL: database.url ?? '' }
}

async function run(settings: Record<string, string>): Promise<ServerProcess & { address: string }> {
  const server = startProcess(settings)
  running.push(server)
  return { ...server, address: await server.ready }
}

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

describe('a server that is killed', () => {
  test(
    'starts again with every account it had acknowledged',
    async () => {
      const home = await aHome()
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
    PATIENCE_MS,
  )
})

describe('a server that is asked to stop', () => {
  test('ends with 0 and lets go of its folder', () => {
    expect(firstEnd).toBe(0)
    expect(lockedWhileRunning).toBe(!onPostgres)
    expect(existsSync(join(usedFolder, 'solstice.lock'))).toBe(false)
  })
})

describe.runIf(!onPostgres)('a second server on the same folder', () => {
  test(
    'ends with a sentence that names the first and the way out',
    async () => {
      const home = await aHome()
      const first = await run(home)

      const second = startProcess(home)
      const end = await second.ended
      const health = await fetch(`${first.address}/healthz`)

      expect(end).toBe(1)
      expect(second.output()).toBe(
        `The data folder ${home['SOLSTICE_DATA']} is in use by process ${first.pid}. ` +
          'Stop that server, or give this one a folder of its own with SOLSTICE_DATA.\n',
      )
      expect(health.status).toBe(200)
    },
    PATIENCE_MS,
  )
})

describe('a server in development', () => {
  test(
    'prints its address, the demo account and the mailbox, and starts its clock where it was told',
    async () => {
      const server = await run({ ...(await aHome()), SOLSTICE_NOW: '2027-01-01T00:00:00Z' })

      const health = await fetch(`${server.address}/healthz`)
      const [, email, password] = /demo account +(\S+) \/ (\S+)/.exec(server.output()) ?? []
      const login = await postTo(server.address, '/v1/public/auth/login', { email, password })

      expect(server.address).toMatch(/^http:\/\/localhost:\d+$/)
      expect(server.output()).toContain(`${server.address}/dev/mailbox`)
      expect(login.code).toBe(Code.SUCCESS)
      const now = Date.parse(health.headers.get('x-server-time') ?? '')
      expect(now - Date.parse('2027-01-01T00:00:00Z')).toBeGreaterThanOrEqual(0)
      expect(now - Date.parse('2027-01-01T00:00:00Z')).toBeLessThan(60_000)
    },
    PATIENCE_MS,
  )
})

describe('a server in production', () => {
  test(
    'refuses to start without its settings, and names them all',
    async () => {
      const server = startProcess({ NODE_ENV: 'production' })

      expect(await server.ended).toBe(1)
      expect(server.output()).toMatch(/^The server cannot start with these settings:\n/)
      for (const name of REQUIRED_IN_PRODUCTION) {
        expect(server.output()).toContain(`  - ${name} is required in production: `)
      }
      expect(server.output()).not.toContain('    at ')
    },
    PATIENCE_MS,
  )

  test.runIf(onPostgres)(
    'serves on PostgreSQL, without the tools and the account of development',
    async () => {
      const port = await freePort()
      const home = await aHome()
      const server = await run({
        ...PRODUCTION_SETTINGS,
        // Asked for until there is an operator, and this database is new.
        OPERATOR_TOKEN: 'o'.repeat(32),
        DATABASE_URL: home['DATABASE_URL'] ?? '',
        PORT: String(port),
      })
      const local = `http://127.0.0.1:${port}`

      const health = await fetch(`${local}/healthz`)
      const mailbox = await fetch(`${local}/dev/mailbox`)
      const clock = await fetch(`${local}/dev/clock`, { method: 'POST' })
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
      expect([mailbox.status, clock.status]).toEqual([404, 404])
      expect(demo.code).toBe(Code.CREDENTIALS_INVALID)
      expect(end).toBe(0)
    },
    PATIENCE_MS,
  )
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
