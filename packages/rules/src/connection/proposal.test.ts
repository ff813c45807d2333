import { describe, expect, test } from 'vitest'
import { decideProposal, parsePairingUri } from './proposal.ts'

const NOW = Date.parse('2026-06-10T12:00:00Z')
const [TOPIC, KEY] = ['ab'.repeat(32), 'cd'.repeat(32)]
const URI = `wc:${TOPIC}@2?relay-protocol=irn&symKey=${KEY}`

describe('parsePairingUri', () => {
  test('reads topic and key', () => {
    expect(parsePairingUri(` ${URI}&expiryTimestamp=${NOW / 1000 + 1}\n`, NOW)).toEqual({
      kind: 'pairing',
      topic: TOPIC,
      symKey: KEY,
    })
    expect(parsePairingUri(URI, NOW)).toMatchObject({ kind: 'pairing' })
  })

  test.each([
    ['invalid', 'https://market.example'],
    ['invalid', URI.replace(KEY, 'cd')],
    ['invalid', URI.replace('irn', 'waku')],
    ['invalid', URI.replace('@2', '@3')],
    ['old-version', 'wc:8a5e5bdc@1?bridge=https%3A%2F%2Fbridge&key=41791102'],
    ['expired', `${URI}&expiryTimestamp=${NOW / 1000}`],
    ['expired', `${URI}&expiryTimestamp=soon`],
  ])('refuses as %s: %s', (why, uri) => {
    expect(parsePairingUri(uri, NOW)).toEqual({ kind: 'refused', why })
  })
})

describe('decideProposal', () => {
  const METHODS = ['personal_sign', 'eth_sendTransaction']
  const asked = (chains: string[], methods = METHODS, events = ['accountsChanged', 'message']) => ({
    eip155: { chains, methods, events },
  })
  const decide = (changed: Partial<Parameters<typeof decideProposal>[0]>) =>
    decideProposal({
      required: {},
      optional: {},
      networks: [1, 56],
      expiresAtMs: NOW + 1,
      nowMs: NOW,
      ...changed,
    })

  test('offers the networks and methods that the programme has and leaves out the others', () => {
    const optional = asked(['eip155:56', 'eip155:137'], [...METHODS, 'eth_sign'])

    expect(decide({ optional })).toEqual({
      kind: 'offer',
      chainIds: [56],
      methods: ['eth_sendTransaction', 'personal_sign'],
      events: ['accountsChanged'],
      without: { chains: ['eip155:137'], methods: ['eth_sign'] },
    })
  })

  test('cleans the names that it returns for display, and compares them as they arrived', () => {
    const hidden = '\u202Eeth_sign\u3164'
    const optional = asked(['eip155:1', 'eip155:56\u200B'], ['personal_sign', hidden])

    expect(decide({ optional })).toMatchObject({
      chainIds: [1],
      methods: ['personal_sign'],
      without: { chains: ['eip155:56'], methods: ['eth_sign'] },
    })
    expect(decide({ required: asked(['eip155:1'], [hidden]) })).toEqual({
      kind: 'refused',
      why: 'method',
      names: ['eth_sign'],
    })
  })

  test('joins what is required and what is optional', () => {
    const required = { 'eip155:1': { methods: ['personal_sign'], events: [] } }

    expect(decide({ required, optional: asked(['eip155:56']) })).toMatchObject({
      chainIds: [1, 56],
      methods: ['eth_sendTransaction', 'personal_sign'],
    })
  })

  test.each([
    ['network', ['eip155:137'], { required: asked(['eip155:1', 'eip155:137']) }],
    ['network', ['solana'], { required: { solana: { methods: [], events: [] } } }],
    ['network', ['eip155:137'], { optional: asked(['eip155:137']) }],
    ['network', [], {}],
    ['method', ['eth_sign'], { required: asked(['eip155:1'], ['eth_sign']) }],
    ['method', ['eth_sign'], { optional: asked(['eip155:1'], ['eth_sign']) }],
    ['expired', [], { optional: asked(['eip155:1']), expiresAtMs: NOW }],
  ])('refuses for its %s: %j', (why, names, changed) => {
    expect(decide(changed)).toEqual({ kind: 'refused', why, names })
  })
})
