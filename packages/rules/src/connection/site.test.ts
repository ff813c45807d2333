import { expect, test } from 'vitest'
import { editDistance, readable, siteHost, warnAboutSite } from './site.ts'

const KNOWN = ['app.solstice.com', 'market.example', '', 'x.io']

test.each([
  ['https://market.example/path', 'market.example'],
  ['http://localhost:3000', 'localhost:3000'],
  ['http://127.0.0.1:3000/', '127.0.0.1:3000'],
  ['http://market.example', undefined],
  ['ftp://market.example', undefined],
  [`https://${'a.'.repeat(200)}example`, undefined],
])('accepts only encrypted addresses, except on this machine: %s', (url, host) => {
  expect(siteHost(url)).toBe(host)
})

test.each(['market.example', 'www.market.example', 'shop.market.example', 'market.example:8443'])(
  'does not warn about a known site or its subdomains: %s',
  (host) => {
    expect(warnAboutSite(host, KNOWN)).toBeUndefined()
  },
)

test.each(['other.org', 'solstice.dev.example', 'y.io', 'marketing.example', '10.0.0.2'])(
  'does not warn about an unrelated site: %s',
  (host) => {
    expect(warnAboutSite(host, [...KNOWN, '10.0.0.1'])).toBeUndefined()
  },
)

test.each([
  ['rnarket.example', 'market.example'],
  ['market-example.evil.org', 'market.example'],
  ['market.example.evil.org', 'market.example'],
  ['markt.example', 'market.example'],
  ['maket.exampel', 'market.example'],
  ['market.exarnple', 'market.example'],
  ['app.so1stice.com', 'app.solstice.com'],
  ['app.soIstice.com', 'app.solstice.com'],
  // The Cyrillic "а" in place of the Latin one.
  ['xn--mrket-3ve.example', 'market.example'],
  ['xn--80ak6aa92e.com', 'apple.com'],
  ['store.xn--80ak6aa92e.org', 'store.apple.org'],
])('warns that %s looks like %s', (host, known) => {
  expect(warnAboutSite(host, [...KNOWN, 'apple.com', 'store.apple.org'])).toEqual({
    kind: 'look-alike',
    known,
  })
})

test('warns about the same name with another ending', () => {
  expect(warnAboutSite('solstice.co', ['solstice.com'])).toEqual({
    kind: 'look-alike',
    known: 'solstice.com',
  })
  expect(warnAboutSite('solstice.network', ['solstice.com'])).toEqual({
    kind: 'look-alike',
    known: 'solstice.com',
  })
  expect(warnAboutSite('abc.network', ['abc.com'])).toBeUndefined()
})

test.each([
  'solstice.network',
  'so1stice.com',
  'solstice.com.evil.org',
  'app.solstice.com.evil.org',
])('warns that %s imitates the name above a known subdomain', (host) => {
  expect(warnAboutSite(host, ['app.solstice.com'])).toEqual({
    kind: 'look-alike',
    known: 'app.solstice.com',
  })
})

test.each(['solstice.com', 'help.center.solstice.com', 'solstice.com.', 'co.uk', 'shop.co.uk'])(
  'does not warn that %s has the same parent as a known site',
  (host) => {
    expect(warnAboutSite(host, ['app.solstice.com', 'market.co.uk'])).toBeUndefined()
  },
)

test('warns about letters outside ASCII', () => {
  expect(warnAboutSite('xn--bcher-kva.example', KNOWN)).toEqual({ kind: 'foreign-letters' })
})

test.each([
  ['xn--bcher-kva.example', 'bücher.example'],
  ['xn--80ak6aa92e.com', 'аррӏе.com'],
  ['xn--hq1bm8jm9l.kr', '도메인.kr'],
  ['xn--!!!.example', 'xn--!!!.example'],
  ['market.example', 'market.example'],
])('decodes %s', (host, letters) => {
  expect(readable(host)).toBe(letters)
})

test.each([
  ['', '', 0],
  ['abc', 'abc', 0],
  ['abc', 'abd', 1],
  ['abc', 'ab', 1],
  ['abc', 'acb', 1],
  ['abc', 'xyz', 3],
])('counts the edits between "%s" and "%s"', (one, other, edits) => {
  expect(editDistance(one, other)).toBe(edits)
})
