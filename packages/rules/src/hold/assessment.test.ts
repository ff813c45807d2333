import { describe, expect, test } from 'vitest'
import {
  assess,
  GROUP_MIN,
  groupSignals,
  linkScore,
  needsRhythm,
  UNDECIDED_GROUP_MIN,
  weightOf,
  type PeerFacts,
} from './assessment.ts'
import { evidenceClassesOf, HOLD_SIGNALS } from './evidence.ts'
import { linksOf, nameFamilyOf, type LinkFacts, type LinkKind } from './links.ts'
import { isSameRhythm, type Rhythm } from './rhythm.ts'

const rhythm = (minutes: readonly number[]): Rhythm =>
  new Map(minutes.map((minute, day) => [`2026-06-0${day + 1}`, minute]))
const STEADY = rhythm([480, 481, 479, 480])

const peers = (count: number, kinds: readonly LinkKind[], own = rhythm([])): PeerFacts[] =>
  Array.from({ length: count }, (_, index) => ({ memberId: index + 1, kinds, rhythm: own }))

describe('the assessment of a group', () => {
  test('never holds for a shared device and network, however many share them', () => {
    expect(assess(STEADY, peers(90, ['DEVICE', 'NETWORK']))).toMatchObject({
      isHeld: false,
      score: 0,
      peers: [],
    })
  })

  test('never holds for a device, a network and an invitation', () => {
    expect(assess(rhythm([]), peers(90, ['DEVICE', 'NETWORK', 'STAR'])).isHeld).toBe(false)
  })

  test('holds a group of one mailbox from its eighth account on', () => {
    const kinds = ['MAILBOX', 'STAR'] as const

    expect(assess(rhythm([]), peers(GROUP_MIN - 2, kinds)).isHeld).toBe(false)
    expect(assess(rhythm([]), peers(GROUP_MIN - 1, kinds))).toMatchObject({
      isHeld: true,
      score: 125,
      signals: ['EMAIL', 'STAR'],
    })
    expect(assess(rhythm([]), peers(GROUP_MIN - 1, ['MAILBOX'])).isHeld).toBe(true)
  })

  test('needs a larger group without a shared mailbox, name or rhythm', () => {
    const kinds = ['FUNDING', 'DEVICE', 'STAR'] as const

    expect(assess(rhythm([]), peers(UNDECIDED_GROUP_MIN - 2, kinds)).isHeld).toBe(false)
    expect(assess(rhythm([]), peers(UNDECIDED_GROUP_MIN - 1, kinds)).isHeld).toBe(true)
  })

  test('counts the rhythm of peers who are linked otherwise', () => {
    const own = rhythm([480, 900, 60, 1320])
    const linked = assess(own, peers(8, ['FUNDING'], rhythm([500, 921, 79, 1340])))

    expect(linked).toMatchObject({ isHeld: true, score: 100, signals: ['FUNDING', 'RHYTHM'] })
    expect(assess(STEADY, peers(90, ['NETWORK'], STEADY)).isHeld).toBe(false)
  })

  test('never holds for first coins and routines, because anybody can send coins', () => {
    const reminded = peers(90, ['FUNDING'], rhythm([1080, 1081, 1079, 1080]))

    expect(assess(STEADY, reminded).isHeld).toBe(false)
  })

  test('counts a routine together with coins and a network', () => {
    const linked = assess(STEADY, peers(8, ['FUNDING', 'NETWORK'], STEADY))

    expect(linked).toMatchObject({ isHeld: true, score: 100 })
  })

  test('names the signals that a whole group shares', () => {
    const { peers: linked } = assess(rhythm([]), [
      ...peers(GROUP_MIN - 2, ['MAILBOX', 'FUNDING']),
      ...peers(1, ['MAILBOX', 'STAR']),
    ])

    expect(groupSignals(linked)).toEqual(['EMAIL'])
  })

  test('lists the closest members first', () => {
    const close = { memberId: 9, kinds: ['MAILBOX', 'FUNDING'] as const, rhythm: rhythm([]) }
    const found = assess(rhythm([]), [...peers(2, ['MAILBOX', 'STAR']), close])

    expect(found.peers.map(({ memberId, score }) => [memberId, score])).toEqual([
      [9, 150],
      [1, 125],
      [2, 125],
    ])
  })

  test('counts device and network together no more than one device, and a mailbox as one name', () => {
    expect(linkScore(['DEVICE', 'NETWORK'])).toBe(linkScore(['DEVICE']))
    expect(linkScore(['NETWORK'])).toBe(20)
    expect(linkScore(['MAILBOX', 'NAME'])).toBe(100)
    expect(linkScore(['NAME', 'FUNDING'])).toBe(90)
  })

  test('reads the rhythm only where it can decide', () => {
    expect(needsRhythm(['FUNDING'])).toBe(true)
    expect(needsRhythm(['DEVICE', 'NETWORK'])).toBe(false)
    expect(needsRhythm(['NETWORK', 'STAR'])).toBe(false)
  })

  test('names the weight of every signal', () => {
    expect(HOLD_SIGNALS.map((signal) => [signal, weightOf(signal)])).toEqual([
      ['FUNDING', 50],
      ['DEVICE', 30],
      ['EMAIL', 100],
      ['NETWORK', 20],
      ['RHYTHM', 50],
      ['STAR', 25],
    ])
  })
})

describe('a rhythm', () => {
  test('is the same at a constant distance, also across midnight', () => {
    expect(isSameRhythm(rhythm([1430, 600, 60, 1435]), rhythm([10, 620, 81, 16]))).toBe(true)
  })

  test('differs by more than three minutes on more than a fifth of the days', () => {
    const own = rhythm([600, 600, 600, 600, 600])

    expect(isSameRhythm(own, rhythm([603, 600, 600, 600, 700]))).toBe(true)
    expect(isSameRhythm(own, rhythm([604, 600, 600, 600, 700]))).toBe(false)
  })

  test('needs three common days, which are as many as earn a reward', () => {
    expect(isSameRhythm(rhythm([1, 1]), rhythm([1, 1, 1]))).toBe(false)
    expect(isSameRhythm(rhythm([1, 1, 1]), rhythm([1, 1, 1]))).toBe(true)
  })

  test('has to agree on all of three common days', () => {
    expect(isSameRhythm(rhythm([600, 600, 600]), rhythm([600, 600, 604]))).toBe(false)
  })
})

describe('the keys of a member', () => {
  const facts: LinkFacts = {
    memberId: 7,
    joinedAt: new Date('2026-06-01T05:59:00Z'),
    email: 'Farm.07+x@Gmail.com',
    deviceIds: ['a', 'b', 'c', 'd', 'e', 'f'],
    network: 'n',
    fundedBy: ['0x1', '0x2', '0x3', '0x4'],
    referredBy: 3,
    friends: 5,
  }
  const keys = (kind: LinkKind, change: Partial<LinkFacts> = {}) =>
    linksOf({ ...facts, ...change }).flatMap((link) => (link.kind === kind ? link.key : []))

  test('name mailbox and family of the address', () => {
    expect([keys('MAILBOX'), keys('NAME')]).toEqual([['farm07@gmail.com'], ['farm#@gmail.com']])
  })

  test('are limited to the first devices and sources', () => {
    expect(keys('DEVICE')).toHaveLength(5)
    expect(keys('FUNDING')).toEqual(['0x1', '0x2', '0x3'])
  })

  test('name the centres of stars from five friends on', () => {
    expect(keys('STAR')).toEqual(['7', '3'])
    expect(keys('STAR', { friends: 4, referredBy: null })).toEqual([])
  })

  test('share a period with sign-ups of the same network within three hours', () => {
    const at = (time: string) => keys('NETWORK', { joinedAt: new Date(time) })
    const shared = at('2026-06-01T05:59:00Z').filter((key) =>
      at('2026-06-01T06:01:00Z').includes(key),
    )

    expect(shared).toHaveLength(1)
    expect(keys('NETWORK', { network: undefined })).toEqual([])
  })

  test.each([
    ['kim@naver.com', undefined],
    ['ab1@naver.com', undefined],
    ['kim1@naver.com', 'kim#@naver.com'],
    ['kim-12-3@naver.com', 'kim-#-#@naver.com'],
  ])('find the family of %s', (email, family) => {
    expect(nameFamilyOf(email)).toBe(family)
  })

  test('show members a class instead of a signal', () => {
    expect(evidenceClassesOf(['STAR', 'DEVICE', 'EMAIL'])).toEqual(['SIGN_UP', 'INVITES'])
  })
})
