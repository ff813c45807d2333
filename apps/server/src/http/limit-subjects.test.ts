import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '@solstice/contract/limits'
import { startTestApp, type TestApp } from '#test/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ trustProxy: true })
  // Allows one call for each network.
  server.ctx.settings.ipLimitFactor = 1 / LIMITS.explorerPerIp.max
})
afterAll(() => server.close())

/** Returns whether the network that this call counts for has used its call. */
async function isSpent(remoteAddress: string, forwardedFor?: string): Promise<boolean> {
  const { statusCode } = await server.app.inject({
    url: '/v1/public/block/transactions',
    remoteAddress,
    ...(forwardedFor !== undefined && { headers: { 'x-forwarded-for': forwardedFor } }),
  })
  return statusCode === 429
}

test('counts a direct client by its own address, regardless of the header', async () => {
  expect(await isSpent('203.0.113.1', '198.51.100.1')).toBe(false)
  expect(await isSpent('203.0.113.1', '198.51.100.2')).toBe(true)
  expect(await isSpent('203.0.113.1')).toBe(true)
})

test('trusts the proxy of this machine, and only the address it added itself', async () => {
  expect(await isSpent('127.0.0.1', '203.0.113.11')).toBe(false)
  expect(await isSpent('127.0.0.1', '203.0.113.12')).toBe(false)
  expect(await isSpent('127.0.0.1', '203.0.113.11')).toBe(true)
  expect(await isSpent('127.0.0.1', '198.51.100.9, 203.0.113.12')).toBe(true)
  expect(await isSpent('127.0.0.1', '198.51.100.9')).toBe(false)
})

test('counts all addresses of one /64 together', async () => {
  expect(await isSpent('2001:db8:1:2::1')).toBe(false)
  expect(await isSpent('2001:db8:1:2:a:b:c:d')).toBe(true)
  expect(await isSpent('127.0.0.1', '2001:db8:1:2::3')).toBe(true)
  expect(await isSpent('2001:db8:1:3::1')).toBe(false)
})

/** Returns how many calls from this many networks succeed. */
async function passedFrom(networks: number, addressOf: (network: number) => string) {
  let passed = 0
  for (let network = 0; network < networks; network += 1) {
    if (!(await isSpent(addressOf(network)))) passed += 1
  }
  return passed
}

const hex = (value: number) => value.toString(16)

test('gives the networks of one /56 four budgets together, and those of one /48 sixteen', async () => {
  expect(
    await passedFrom(256, (network) => `2001:db8:a:1${hex(network).padStart(2, '0')}::1`),
  ).toBe(4)
  expect(await passedFrom(64, (network) => `2001:db8:b:${hex(network * 256)}::1`)).toBe(16)
  expect(await isSpent('2001:db8:c::1')).toBe(false)
})

test('does not charge the shared budgets for a /64 that is over its own', async () => {
  expect(await passedFrom(50, () => '2001:db8:d:1::1')).toBe(1)
  expect(await passedFrom(3, (network) => `2001:db8:d:${hex(network + 2)}::1`)).toBe(3)
})
