import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '@solstice/contract/limits'
import { startTestApp, type TestApp } from '#/testing/test-app.ts'
import { placeOf } from './limit-subjects.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('%s counts as %s', (ip, place) => {
  expect(placeOf(ip)).toBe(place)
})

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

test('all addresses that one customer has count together', async () => {
  expect(await isSpent('2001:db8:1:2::1')).toBe(false)
  expect(await isSpent('2001:db8:1:2:a:b:c:d')).toBe(true)
  expect(await isSpent('127.0.0.1', '2001:db8:1:2::3')).toBe(true)
  expect(await isSpent('2001:db8:1:3::1')).toBe(false)
})
