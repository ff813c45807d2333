import { describe, expect, test } from 'vitest'
import { checkSignIn, originOf, parseSignIn } from './sign-in.ts'

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const NOW = Date.parse('2026-06-10T12:00:00Z')

type Parts = { head?: string; address?: string; statement?: string[]; lines?: string[] }

const LINES = [
  'URI: https://market.example/login',
  'Version: 1',
  'Chain ID: 31337',
  'Nonce: a1b2c3d4',
  'Issued At: 2026-06-10T11:59:00Z',
]

function text({
  head = 'market.example wants you to sign in with your Ethereum account:',
  address = ADDRESS,
  statement = ['Welcome.', ''],
  lines = LINES,
}: Parts = {}): string {
  return [head, address, '', ...statement, ...lines].join('\n')
}

const replaced = (at: number, line: string) => LINES.with(at, line)

describe('parseSignIn', () => {
  test('reads every field of the standard', () => {
    const parsed = parseSignIn(
      text({
        head: 'https://market.example:8443 wants you to sign in with your Ethereum account:',
        lines: [
          ...LINES,
          'Expiration Time: 2026-06-10T13:00:00+01:00',
          'Not Before: 2026-06-10T11:00:00.5Z',
          'Request ID: 7',
          'Resources:',
          '- https://market.example/terms',
          '- urn:recap:eyJhdHQiOnt9fQ',
        ],
      }),
    )

    expect(parsed).toEqual({
      scheme: 'https',
      domain: 'market.example:8443',
      address: ADDRESS,
      statement: 'Welcome.',
      uri: 'https://market.example/login',
      chainId: 31_337,
      nonce: 'a1b2c3d4',
      issuedAtMs: Date.parse('2026-06-10T11:59:00Z'),
      expiresAtMs: NOW,
      notBeforeMs: Date.parse('2026-06-10T11:00:00.500Z'),
      requestId: '7',
      resources: ['https://market.example/terms', 'urn:recap:eyJhdHQiOnt9fQ'],
    })
    expect(parseSignIn(text())).toMatchObject({ requestId: undefined, resources: [] })
  })

  test('reads a message without a statement, whose empty line remains', () => {
    expect(parseSignIn(text({ statement: [''] }))?.statement).toBeUndefined()
    expect(parseSignIn(text({ statement: [] }))).toBeUndefined()
  })

  test.each([
    ['another text', 'I agree to transfer all of my assets'],
    [
      'a domain with a user name',
      text({ head: text().split('\n')[0]?.replace('market', 'a@b') ?? '' }),
    ],
    ['an address without its checksum', text({ address: ADDRESS.toLowerCase() })],
    ['a statement of two lines', text({ statement: ['One.', 'Two.', ''] })],
    ['another version', text({ lines: replaced(1, 'Version: 2') })],
    ['a chain of zero', text({ lines: replaced(2, 'Chain ID: 0') })],
    ['a short nonce', text({ lines: replaced(3, 'Nonce: a1b2c3d') })],
    ['a time without a zone', text({ lines: replaced(4, 'Issued At: 2026-06-10T11:59:00') })],
    ['an impossible time', text({ lines: replaced(4, 'Issued At: 2026-13-10T11:59:00Z') })],
    ['fields in another order', text({ lines: LINES.toReversed() })],
    ['a further line', text({ lines: [...LINES, 'And pay me.'] })],
    ['an endless text', text({ statement: ['x'.repeat(5000), ''] })],
  ])('rejects %s', (_, message) => {
    expect(parseSignIn(message)).toBeUndefined()
  })
})

describe('checkSignIn', () => {
  const expected = {
    siteUrl: 'https://market.example/shop',
    address: ADDRESS.toLowerCase(),
    chainIds: [31_337],
    nowMs: NOW,
  }

  test('accepts a sign-in to the connected site', () => {
    expect(checkSignIn(text(), expected)).toMatchObject({
      kind: 'sign-in',
      message: { domain: 'market.example' },
    })
  })

  test.each([
    ['not-sign-in', 'Hello', {}],
    ['foreign-domain', text(), { siteUrl: 'https://evil.example/' }],
    ['foreign-domain', text(), { siteUrl: 'https://market.example.evil.example/' }],
    ['foreign-domain', text({ head: text().split('\n')[0]?.replace('market', 'bank') ?? '' }), {}],
    ['foreign-domain', text(), { siteUrl: 'http://market.example/' }],
    ['foreign-domain', text(), { siteUrl: 'https://market.example:444/' }],
    ['foreign-domain', text({ lines: replaced(0, 'URI: https://evil.example/login') }), {}],
    ['foreign-domain', text({ lines: replaced(0, 'URI: http://market.example/login') }), {}],
    ['foreign-domain', text({ head: `http://${text().split('\n')[0]}` }), {}],
    ['foreign-account', text(), { address: '0x52908400098527886E0F7030069857D2E4169EE7' }],
    ['foreign-network', text(), { chainIds: [1] }],
    ['expired', text({ lines: replaced(4, 'Issued At: 2026-06-10T12:05:01Z') }), {}],
    ['expired', text({ lines: [...LINES, 'Expiration Time: 2026-06-10T12:00:00Z'] }), {}],
    ['expired', text({ lines: [...LINES, 'Not Before: 2026-06-10T12:05:01Z'] }), {}],
  ])('refuses as %s', (why, message, changed) => {
    expect(checkSignIn(message, { ...expected, ...changed })).toEqual({ kind: 'refused', why })
  })

  test('tolerates clocks that differ by five minutes', () => {
    const early = text({ lines: [...replaced(4, 'Issued At: 2026-06-10T12:05:00Z')] })

    expect(checkSignIn(early, expected).kind).toBe('sign-in')
  })
})

test.each([
  ['https://Market.Example/x?y#z', { scheme: 'https', host: 'market.example' }],
  ['https://market.example:443', { scheme: 'https', host: 'market.example' }],
  ['http://market.example:80/', { scheme: 'http', host: 'market.example' }],
  ['https://market.example:80/', { scheme: 'https', host: 'market.example:80' }],
  ['https://market.example@evil.example', undefined],
  ['javascript:alert(1)', undefined],
  ['market.example', undefined],
])('reads the origin of %s', (url, origin) => {
  expect(originOf(url)).toEqual(origin)
})
