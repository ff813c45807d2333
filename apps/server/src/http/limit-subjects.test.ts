import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '@solstice/contract/limits'
import { startTestApp, type TestApp } from '#test/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ trustProxy: true })
  // One call for each place.
  server.ctx.settings.ipLimitFactor = 1 / LIMITS.explorerPerIp.max
})
afterAll(() => server.close())

/** Whether the place that this call counts for has had its call already. */
async function isSpent(remoteAddress: string, forwardedFor?: string): Promise<boolean> {
  const { statusCode } = await server.app.inject({
    url: '/v1/public/block/transactions',
    remoteAddress,
    ...(forwardedFor !== undefined && { headers: { 'x-forwarded-for': forwardedFor } }),
  })
  return statusCode === 429
}

test('who comes from outside counts for where they come from, whatever they write into the header', async () => {
  expect(await isSpent('203.0.113.1', '198.51.100.1')).toBe(false)
  expect(await isSpent('203.0.113.1', '198.51.100.2')).toBe(true)
  expect(await isSpent('203.0.113.1')).toBe(true)
})

test('the proxy of this machine is believed, and only what it added itself', async () => {
  expect(await isSpent('127.0.0.1', '203.0.113.11')).toBe(false)
  expect(await isSpent('127.0.0.1', '203.0.113.12')).toBe(false)
  expect(await isSpent('127.0.0.1', '203.0.113.11')).toBe(true)
  expect(await isSpent('127.0.0.1', '198.51.100.9, 203.0.113.12')).toBe(true)
  expect(await isSpent('127.0.0.1', '198.51.100.9')).toBe(false)
})

test('all addresses of one /64 count together', async () => {
  expect(await isSpent('2001:db8:1:2::1')).toBe(false)
  expect(await isSpent('2001:db8:1:2:a:b:c:d')).toBe(true)
  expect(await isSpent('127.0.0.1', '2001:db8:1:2::3')).toBe(true)
  expect(await isSpent('2001:db8:1:3::1')).toBe(false)
})

/** How many calls get through that come from so many networks in turn. */
async function passedFrom(networks: number, addressOf: (network: number) => string) {
  let passed = 0
  for (let network = 0; network < networks; network += 1) {
    if (!(await isSpent(addressOf(network)))) passed += 1
  }
  return passed
}

const hex = (value: number) => value.toString(16)

test('the networks of one /56 share four budgets, and those of one /48 sixteen', async () => {
  expect(
    await passedFrom(256, (network) => `2001:db8:a:1${hex(network).padStart(2, '0')}::1`),
  ).toBe(4)
  expect(await passedFrom(64, (network) => `2001:db8:b:${hex(network * 256)}::1`)).toBe(16)
  expect(await isSpent('2001:db8:c::1')).toBe(false)
})

test('who is over the budget of a /64 uses up nothing that neighbours share', async () => {
  expect(await passedFrom(50, () => '2001:db8:d:1::1')).toBe(1)
  expect(await passedFrom(3, (network) => `2001:db8:d:${hex(network + 2)}::1`)).toBe(3)
})
