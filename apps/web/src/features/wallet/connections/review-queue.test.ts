import { DEFAULT_LIMITS } from '@solstice/rules/connection/limits'
import { expect, test } from 'vitest'
import type { WaitingProposal } from './engine-parts.ts'
import type { Session } from './record.ts'
import { nextReview, requestOf, reviewAfterClosing } from './review-queue.ts'

function session(topic: string, requests: [id: number, receivedAtMs: number][]): Session {
  return {
    topic,
    symKey: '',
    site: { name: topic, url: `https://${topic}.example/`, host: `${topic}.example` },
    address: '',
    chainIds: [1],
    methods: [],
    connectedAtMs: 0,
    lastUsedAtMs: undefined,
    expiresAtMs: 0,
    limits: DEFAULT_LIMITS,
    requestTimesMs: [],
    seenIds: [],
    spent: [],
    waiting: requests.map(([id, receivedAtMs]) => ({
      id,
      receivedAtMs,
      chain: 'eip155:1',
      method: 'personal_sign',
      params: [],
      expiresAtMs: 1e12,
      state: 'open',
    })),
  }
}

const proposal: WaitingProposal = {
  id: 1,
  pairing: { topic: 'p', symKey: '' },
  publicKey: '',
  site: { name: 'New', url: 'https://new.example/', host: 'new.example' },
  offer: {
    kind: 'offer',
    chainIds: [1],
    methods: [],
    events: [],
    without: { chains: [], methods: [] },
  },
  receivedAtMs: 5,
  expiresAtMs: 1e12,
}

const market = { kind: 'request', topic: 'market', id: 7 } as const

test('keeps the request on the screen when another site asks or wants to connect', () => {
  const shown = nextReview(undefined, { proposals: [], sessions: [session('market', [[7, 20]])] })
  expect(shown).toEqual(market)

  const sessions = [
    session('bank', [[7, 10]]),
    session('market', [
      [7, 20],
      [6, 1],
    ]),
  ]
  expect(nextReview(shown, { proposals: [proposal], sessions })).toBe(shown)
})

test('shows what waits in the order of its arrival', () => {
  const sessions = [session('market', [[7, 20]]), session('bank', [[7, 10]])]

  expect(nextReview(undefined, { proposals: [proposal], sessions })).toEqual({
    kind: 'proposal',
    proposal,
  })
  expect(nextReview(market, { proposals: [], sessions: sessions.slice(1) })).toEqual({
    kind: 'request',
    topic: 'bank',
    id: 7,
  })
  expect(nextReview(market, { proposals: [], sessions: [] })).toBeUndefined()
})

test('tells requests of two sites with the same id apart', () => {
  const sessions = [session('market', [[7, 20]]), session('bank', [[7, 10]])]

  expect(requestOf(market, sessions)?.session.topic).toBe('market')
  expect(requestOf({ topic: 'bank', id: 7 }, sessions)?.session.topic).toBe('bank')
  expect(requestOf({ topic: 'bank', id: 8 }, sessions)).toBeUndefined()
})

test('says why the request on the screen closed, and not why another one did', () => {
  const note = { topic: 'market', id: 7, site: 'market.example', why: 'expired' } as const
  const closed = { kind: 'closed', site: 'market.example', why: 'expired' }

  expect(reviewAfterClosing(market, note)).toEqual(closed)
  expect(reviewAfterClosing({ ...market, topic: 'bank' }, note)).toMatchObject({ topic: 'bank' })
  expect(reviewAfterClosing(undefined, note)).toBeUndefined()
  expect(reviewAfterClosing(undefined, { ...note, why: 'interrupted' })).toMatchObject({
    kind: 'closed',
    why: 'interrupted',
  })
  const kept = reviewAfterClosing(market, note)
  expect(nextReview(kept, { proposals: [proposal], sessions: [] })).toBe(kept)
})
