import { describe, expect, test } from 'vitest'
import type { ProofMission } from '#/features/mission/api.ts'
import { proofSteps } from './proof-steps.ts'

const OPENED_AT = '2027-06-21T12:00:00.000Z'
const OPENED_MS = Date.parse(OPENED_AT)

const mission = {
  missionId: 10,
  seasonId: 2,
  type: 'PARTNER',
  category: 'starlight',
  title: 'Dark-sky map',
  description: 'Find the darkest place near you.',
  imageUrl: null,
  partner: { name: 'Northfield', markUrl: null },
  linkUrl: 'https://northfield.example/map',
  rewardXp: 200,
  rewardTickets: null,
  repeat: 'ONCE',
  available: true,
  unavailableReason: null,
  nextAvailableAt: null,
  completed: false,
  alarmEnabled: false,
  proof: { kind: 'LINK', waitSeconds: 10, openedAt: null },
} satisfies ProofMission

const opened = { kind: 'LINK', waitSeconds: 10, openedAt: OPENED_AT } as const
const onChain = {
  kind: 'ONCHAIN',
  chainId: 1,
  requirement: 'Hold 50 USDS.',
  check: 'HOLDS',
  hasWallet: true,
} as const

type Change = Partial<ProofMission>

function stepStates(change: Change, { nowMs = OPENED_MS, hasTypedCode = false } = {}): string[] {
  const changed: ProofMission = { ...mission, ...change }
  return proofSteps(changed, { nowMs, hasTypedCode }).map(({ name, state }) => `${name} ${state}`)
}

describe('the steps of a proof', () => {
  test('begin with the link of a partner', () => {
    expect(stepStates({})).toEqual(['open now', 'stay later', 'claim later'])
  })

  test('name a page of the app as one to read', () => {
    expect(stepStates({ linkUrl: '/more/wallet-policy' })[0]).toBe('read now')
  })

  test('count the wait from the moment the link was opened', () => {
    const at = (seconds: number) =>
      stepStates({ proof: opened }, { nowMs: OPENED_MS + seconds * 1000 })

    expect(at(9.9)).toEqual(['open done', 'stay now', 'claim later'])
    expect(at(10)).toEqual(['open done', 'stay done', 'claim now'])
  })

  test('advance once a code is typed', () => {
    const proof = { kind: 'CODE' } as const

    expect(stepStates({ proof })).toEqual(['find now', 'enter later'])
    expect(stepStates({ proof }, { hasTypedCode: true })).toEqual(['find done', 'enter now'])
  })

  test.each([
    [{ hasWallet: false }, ['wallet now', 'hold later', 'check later']],
    [{ hasWallet: true }, ['wallet done', 'hold now', 'check later']],
    [{ check: 'CALLED' }, ['wallet done', 'call now', 'check later']],
  ] as const)('follow the state of a wallet with %j', (change, expected) => {
    expect(stepStates({ proof: { ...onChain, ...change } })).toEqual(expected)
  })

  test.each([mission.proof, { kind: 'CODE' }, onChain] as const)(
    'are all done once the mission is completed, for every kind of proof: %j',
    (proof) => {
      const steps = stepStates({ proof, completed: true, available: false })

      expect(steps.every((step) => step.endsWith(' done'))).toBe(true)
    },
  )

  test('contain no current step while the mission is unavailable', () => {
    expect(stepStates({ available: false, unavailableReason: 'SEASON_UPCOMING' })).toEqual([
      'open later',
      'stay later',
      'claim later',
    ])
  })
})
