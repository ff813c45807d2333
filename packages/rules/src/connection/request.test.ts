import { describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from './limits.ts'
import { SITE_METHODS } from './proposal.ts'
import { checkRequest, decideRequest, validUntilMs, withSeen } from './request.ts'
import type { SiteRequest, SiteSession } from './request.ts'

const OWN = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const OTHER = '0x52908400098527886E0F7030069857D2E4169EE7'
const NOW = Date.parse('2026-06-10T12:00:00Z')
const DAY_MS = 24 * 3_600_000

const SESSION: SiteSession = {
  siteUrl: 'https://market.example',
  address: OWN,
  chainIds: [1, 56],
  methods: SITE_METHODS,
  limits: DEFAULT_LIMITS,
  requestTimesMs: [],
  seenIds: [],
  waiting: [],
}

const TEXT = [
  'market.example wants you to sign in with your Ethereum account:',
  OWN,
  '',
  '',
  'URI: https://market.example/login',
  'Version: 1',
  'Chain ID: 1',
  'Nonce: a1b2c3d4',
  'Issued At: 2026-06-10T11:59:00Z',
].join('\n')
const HEX = `0x${Array.from(TEXT, (letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('')}`

const request = (changed: Partial<SiteRequest>): SiteRequest => ({
  id: NOW * 1000 + 7,
  chain: 'eip155:1',
  method: 'personal_sign',
  params: [HEX, OWN],
  expiresAtMs: NOW + 1,
  ...changed,
})
const decide = (changed: Partial<SiteRequest>, session: Partial<SiteSession> = {}) =>
  decideRequest(request(changed), { ...SESSION, ...session }, NOW)

describe('every request', () => {
  const spam = Array.from({ length: DEFAULT_LIMITS.requestsPerMinute }, () => NOW)

  test.each([
    ['replayed', {}, { seenIds: [NOW * 1000 + 7] }],
    ['paused', {}, { limits: { ...DEFAULT_LIMITS, isPaused: true } }],
    ['too-many', {}, { requestTimesMs: spam }],
    ['queue-full', {}, { waiting: [1, 2, 3, 4, 5] }],
    ['expired', { expiresAtMs: NOW }, {}],
    ['expired', { id: (NOW - 8 * DAY_MS) * 1000 }, {}],
    ['expired', { id: (NOW + DAY_MS) * 1000 }, {}],
    ['method', { method: 'eth_sign' }, {}],
    ['method', { method: 'eth_sign' }, { methods: ['eth_sign'] }],
    ['method', {}, { methods: ['eth_sendTransaction'] }],
    ['network', { chain: 'eip155:137' }, {}],
    ['network', { chain: 'eip155:1' }, { chainIds: [56] }],
  ])('is refused as %s: %j %j', (why, changed, session) => {
    expect(decide(changed, session)).toEqual({ kind: 'refused', why })
  })
})

describe('the ids of past requests', () => {
  const ids = Array.from({ length: 300 }, (_, at) => NOW * 1000 - 300 + at)

  test('are kept up to the 200 highest, and a lower one counts as seen', () => {
    const seenIds = ids.reduce<number[]>(withSeen, [])

    expect(seenIds).toEqual(ids.slice(100))
    for (const id of [...ids, NOW * 1000 - 1_000_000]) {
      expect(decide({ id }, { seenIds })).toEqual({ kind: 'refused', why: 'replayed' })
    }
    expect(decide({}, { seenIds }).kind).toBe('sign-in')
  })

  test('leave a lower id unseen while none was forgotten', () => {
    expect(withSeen([7, 9], 8)).toEqual([7, 8, 9])
    expect(decide({ id: NOW * 1000 - 5 }, { seenIds: [NOW * 1000] }).kind).toBe('sign-in')
  })
})

describe('a request that is checked again before it is signed', () => {
  const again = (changed: Partial<SiteSession>, nowMs = NOW) =>
    checkRequest(request({}), { ...SESSION, ...changed }, nowMs)

  test('is the same although it was counted, stored and remembered when it arrived', () => {
    const arrived = { seenIds: [NOW * 1000 + 7], waiting: [1, 2, 3, 4, 5] }
    const requestTimesMs = Array.from({ length: 30 }, () => NOW)

    expect(again({ ...arrived, requestTimesMs }).kind).toBe('sign-in')
  })

  test.each([
    ['expired', {}, NOW + 1],
    ['paused', { limits: { ...DEFAULT_LIMITS, isPaused: true } }, NOW],
    ['network', { chainIds: [56] }, NOW],
    ['foreign-account', { address: OTHER }, NOW],
    ['foreign-domain', { siteUrl: 'https://bank.example' }, NOW],
  ])('is refused as %s: %j', (why, changed, nowMs) => {
    expect(again(changed, nowMs)).toEqual({ kind: 'refused', why })
  })
})

describe('validUntilMs', () => {
  const until = (changed: Partial<SiteRequest>) => validUntilMs(request(changed), decide(changed))

  test('is the time of the request, at most a week', () => {
    expect(until({})).toBe(NOW + 1)
    expect(until({ expiresAtMs: undefined })).toBe(NOW + 7 * DAY_MS)
    expect(until({ expiresAtMs: 1e300 })).toBe(NOW + 7 * DAY_MS)
  })

  test('is the time of the message if a sign-in expires before its request', () => {
    const params = [`${TEXT}\nExpiration Time: 2026-06-10T12:00:01Z`, OWN]

    expect(until({ params, expiresAtMs: NOW + 60_000 })).toBe(NOW + 1000)
  })
})

describe('personal_sign', () => {
  test('shows a sign-in, sent as text or as bytes', () => {
    const expected = { kind: 'sign-in', text: TEXT, message: { domain: 'market.example' } }

    expect(decide({})).toMatchObject(expected)
    expect(decide({ params: [TEXT, OWN.toLowerCase()] })).toMatchObject(expected)
  })

  test.each([
    ['not-sign-in', ['0xdeadbeef', OWN]],
    ['not-sign-in', [`0x${'00'.repeat(32)}`, OWN]],
    ['not-sign-in', [`0xefbbbf${HEX.slice(2)}`, OWN]],
    ['not-sign-in', [7, OWN]],
    ['not-sign-in', [TEXT.replace('\n\n\n', '\n\nHello \ud800\n\n'), OWN]],
    ['not-sign-in', []],
    ['foreign-account', [TEXT, OTHER]],
    ['foreign-domain', [TEXT.replaceAll('market.', 'evil.'), OWN]],
  ])('is refused as %s: %j', (why, params) => {
    expect(decide({ params })).toEqual({ kind: 'refused', why })
  })
})

/** A value that is too deep to be written as text. */
function nested(depth: number): unknown {
  let value: unknown = 1
  for (let at = 0; at < depth; at += 1) value = { value }
  return value
}

describe('eth_signTypedData_v4', () => {
  const method = 'eth_signTypedData_v4'
  const data = { domain: { chainId: 1 }, primaryType: 'Offer', types: {}, message: {} }

  test('accepts data of the requested network, as text or as an object', () => {
    const expected = { kind: 'typed-data', chainId: 1, json: JSON.stringify(data) }

    expect(decide({ method, params: [OWN, JSON.stringify(data)] })).toEqual(expected)
    expect(decide({ method, params: [OWN, data] })).toEqual(expected)
    expect(
      decide({ method, params: [OWN, { ...data, domain: { chainId: '0x1' } }] }),
    ).toMatchObject({ kind: 'typed-data' })
  })

  test.each([
    ['foreign-account', [OTHER, data]],
    ['invalid', [OWN, 'text']],
    ['invalid', [OWN, null]],
    ['network', [OWN, { ...data, domain: { chainId: 56 } }]],
    ['network', [OWN, { ...data, domain: {} }]],
  ])('is refused as %s: %j', (why, params) => {
    expect(decide({ method, params })).toEqual({ kind: 'refused', why })
  })
})

test('a transaction with more data than a network accepts is refused', () => {
  const params = [{ from: OWN, to: OTHER, data: `0x${'00'.repeat(200_000)}` }]

  expect(decide({ method: 'eth_sendTransaction', params })).toEqual({
    kind: 'refused',
    why: 'invalid',
  })
})

test('data that is too deep to be written as text is refused', () => {
  const params = [OWN, nested(20_000)]

  expect(decide({ method: 'eth_signTypedData_v4', params })).toEqual({
    kind: 'refused',
    why: 'invalid',
  })
})

describe('eth_sendTransaction', () => {
  const method = 'eth_sendTransaction'

  test('takes recipient, value and data, and ignores nonce and fees', () => {
    const asked = { from: OWN, to: OTHER.toLowerCase(), value: '0x10', data: '0xABcd' }

    expect(
      decide({ method, params: [{ ...asked, nonce: '0x0', gas: '0x1', chainId: '0x1' }] }),
    ).toEqual({
      kind: 'transaction',
      chainId: 1,
      transaction: { to: OTHER, value: 16n, data: '0xABcd' },
    })
    expect(decide({ method, params: [{ from: OWN, to: OTHER, input: '0x01' }] })).toMatchObject({
      transaction: { value: 0n, data: '0x01' },
    })
  })

  test.each([
    ['foreign-account', { from: OTHER, to: OTHER }],
    ['foreign-account', { to: OTHER }],
    ['foreign-account', undefined],
    ['invalid', { from: OWN }],
    ['invalid', { from: OWN, to: 'somebody' }],
    ['invalid', { from: OWN, to: OTHER, value: '16' }],
    ['invalid', { from: OWN, to: OTHER, value: 16 }],
    ['invalid', { from: OWN, to: OTHER, data: '0x1' }],
    ['network', { from: OWN, to: OTHER, chainId: 56 }],
  ])('is refused as %s: %j', (why, asked) => {
    expect(decide({ method, params: [asked] })).toEqual({ kind: 'refused', why })
  })
})
