import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { localTreasuryKey } from '#/adapters/local-treasury-key.ts'
import { payMembers } from '#/modules/payout/payout.jobs.ts'
import { queuedSigner } from '#/modules/signer/signer.queue.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { createWorker } from '#/platform/process/worker.ts'
import { serverFixtures, SERVER_TEST_TIMEOUT_MS } from '#test/server-fixtures.ts'
import { startProcess, type ServerProcess } from '#test/server-process.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { payoutFixtures } from '#test/test-payout.ts'
import { fundTreasury, advanceChains, transfersBetween } from '#test/test-treasury.ts'
import { chainOf } from '#test/test-wallet.ts'

const PRIVATE_KEY = `0x${'7a'.repeat(32)}` as const
const { address } = localTreasuryKey(PRIVATE_KEY)

const { aDataFolder } = serverFixtures()
let server: TestApp
let folder: string
let running: ServerProcess | undefined
const { purposes, request, shown } = payoutFixtures(() => server)

beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  // A worker beside a signer has the address, but no key.
  server.ctx.treasury = queuedSigner(server.ctx, address, 2000)
  server.worker = createWorker(server.ctx, [payMembers(purposes)])
  await fundTreasury(server)
  folder = await mkdtemp(join(tmpdir(), 'solstice-signer-'))
  const { chainId, token } = chainOf(server).network
  const limits = { perPayout: '100', perDestination: '200', perDay: '1000', refundsPerDay: '500' }
  const tokens = [{ contract: token.address, decimals: token.decimals, ...limits }]
  const chain = { chainId, maxGas: 300_000, maxFeeGwei: '100', feesPerDay: '1', tokens }
  await writeFile(join(folder, 'limits.json'), JSON.stringify([chain]))
})
afterEach(async () => {
  running?.kill('SIGKILL')
  await running?.ended
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await server.close()
})

async function startSigner(settings: Record<string, string> = {}): Promise<ServerProcess> {
  const started = startProcess(
    {
      NODE_ENV: 'development',
      DATABASE_URL: server.database.url ?? '',
      TREASURY_KEY: PRIVATE_KEY,
      SIGNER_LIMITS: join(folder, 'limits.json'),
      SIGNER_DATA: join(folder, 'signer'),
      ...settings,
    },
    'signer',
  )
  running = started
  await expect.poll(() => started.output(), { timeout: 30_000 }).toContain(address)
  return started
}

const arrived = (payout: { address: string }) => transfersBetween(server, address, payout.address)

test('a signer in its own process signs payouts that workers request by id', async () => {
  await startSigner()
  const paid = await request()
  const tooMuch = await request({ amount: 101_000_000n })
  await advanceChains(server)

  expect(await arrived(paid)).toEqual([5_000_000n])
  expect(await shown(paid)).toMatchObject({ state: 'CONFIRMED', account: address })
  expect(await shown(tooMuch)).toMatchObject({ state: 'QUEUED', heldFor: 'SIGNER_PAYOUT_LIMIT' })
  expect(await rowsOf(server.ctx.db, sql`select id from signer_requests`)).toEqual([])
  expect(running?.output()).not.toContain(PRIVATE_KEY.slice(2))
  await server.ctx.db.execute(sql`update payouts set state = 'FAILED' where id = ${tooMuch.id}`)
})

test('a signer that dies after its journal was written signs the same payout once after its restart', async () => {
  const died = await startSigner({ DIE_AT: 'signer-journaled' })
  const payout = await request()
  await server.worker.runDue()
  const how = await died.ended
  const waiting = await shown(payout)
  await startSigner()
  await advanceChains(server)
  await advanceChains(server)
  const journal = await readFile(join(folder, 'signer', 'journal.jsonl'), 'utf8')

  expect(how).toBe('SIGKILL')
  expect(waiting).toMatchObject({ state: 'RESERVED', txHash: null })
  expect(await shown(payout)).toMatchObject({ state: 'CONFIRMED' })
  expect(await arrived(payout)).toEqual([5_000_000n])
  const signed = journal.split('\n').filter((line) => line.includes(payout.address.toLowerCase()))
  expect(new Set(signed.map((line) => /"nonce":\d+/.exec(line)?.[0])).size).toBe(2)
})

test('payouts wait while the signer is down, and none is lost', async () => {
  const payout = await request()
  await server.worker.runDue()
  const waiting = await shown(payout)
  await startSigner()
  await advanceChains(server, 12)

  expect(waiting).toMatchObject({ state: 'QUEUED', nonce: null })
  expect(await arrived(payout)).toEqual([5_000_000n])
})

test(
  'a server beside a signer neither reads nor creates a key',
  async () => {
    const home = await aDataFolder()
    const web = startProcess({ ...home, LOCAL_CHAINS: 'true', TREASURY_ADDRESS: address })
    running = web
    await web.ready
    const secrets = await readdir(join(home['SOLSTICE_DATA'] ?? '', 'secrets'))

    expect(secrets).toContain('session-key')
    expect(secrets).not.toContain('treasury-key')
  },
  SERVER_TEST_TIMEOUT_MS,
)

test('the signer names every missing setting, and prints no values', async () => {
  const refused = startProcess({ TREASURY_KEY: '0x12' }, 'signer')

  expect(await refused.ended).toBe(1)
  expect(refused.output()).toContain('DATABASE_URL is required by the signer')
  expect(refused.output()).toContain('SIGNER_LIMITS is required by the signer')
  expect(refused.output()).toContain('TREASURY_KEY: expected 0x and 64 hex digits')
})

test('the signer does not start with a lower limit of relayed fees than the servers’ budget needs', async () => {
  const path = join(folder, 'relay-limits.json')
  const chain = { chainId: 1, maxGas: 90_000, maxFeeGwei: '1', feesPerDay: '2', tokens: [] }
  await writeFile(path, JSON.stringify([{ ...chain, relayFeesPerDay: '0.05' }]))
  const settings = {
    NODE_ENV: 'development',
    DATABASE_URL: server.database.url ?? '',
    TREASURY_KEY: PRIVATE_KEY,
    SIGNER_LIMITS: path,
    SIGNER_DATA: join(folder, 'other-signer'),
  }
  const lower = startProcess({ ...settings, RELAY_FEES_PER_DAY: '1:0.05' }, 'signer')
  running = lower
  expect(await lower.ended).toBe(1)
  const unknown = startProcess(settings, 'signer')
  running = unknown
  expect(await unknown.ended).toBe(1)
  expect(lower.output()).toContain('relayFeesPerDay of chain 1 is 0.05')
  expect(unknown.output()).toContain('RELAY_FEES_PER_DAY is required with relayFeesPerDay')
})
