import { describe, expect, test } from 'vitest'
import { FARM_KINDS, HELD_OUT_FARMS, TUNED_FARMS, type FarmKind } from './farm-kinds.ts'
import { assessPopulation, qualityOf } from './population-assessment.ts'
import { aDay, anEmail, personalRhythm, type SimulatedAccount } from './simulated-account.ts'
import { draws } from './simulated-draws.ts'
import { POPULATION, simulatePopulation } from './simulated-population.ts'

const kindsOf: [string, readonly FarmKind[]][] = [
  ['the four kinds that the points were chosen with', TUNED_FARMS],
  ...HELD_OUT_FARMS.map((kind): [string, FarmKind[]] => [`${kind}, a kind kept out of it`, [kind]]),
]

describe.each([11, 12])('a simulated population of seed %i', (seed) => {
  test.each(kindsOf)('is separated from %s', (_, kinds) => {
    const { precision, recall } = qualityOf(simulatePopulation(seed, POPULATION, kinds))

    expect(precision).toBeGreaterThanOrEqual(0.95)
    expect(recall).toBeGreaterThanOrEqual(0.8)
  })
})

test('no family is held, although some share device, network, coins, mailbox and invitation', () => {
  const size = { ...POPULATION, members: 200, families: 800, workshops: 5 }
  const accounts = simulatePopulation(5, size)
  const assessed = assessPopulation(accounts)

  const held = accounts.filter(({ memberId }) => assessed.get(memberId)?.isHeld)
  expect(held.map(({ kind, group }) => [kind, group])).toEqual([])
})

describe('everybody checks in on three days only', () => {
  const firstDays = (account: SimulatedAccount): SimulatedAccount => ({
    ...account,
    rhythm: new Map(Array.from(account.rhythm).slice(0, 3)),
  })

  test('and most accounts of each kind of farm are held', () => {
    const size = { ...POPULATION, members: 1000, families: 50, farms: 12 }
    const { byKind, precision } = qualityOf(simulatePopulation(11, size, FARM_KINDS).map(firstDays))

    const farms = byKind.filter(({ kind }) => FARM_KINDS.some((farm) => farm === kind))
    const missed = farms.filter(({ held, accounts }) => held < 0.75 * accounts)
    expect(missed).toEqual([])
    const sum = (of: 'held' | 'accounts') => farms.reduce((total, row) => total + row[of], 0)
    expect(sum('held') / sum('accounts')).toBeGreaterThanOrEqual(0.8)
    expect(precision).toBe(1)
  })

  test('and no member, family or workshop is held', () => {
    const size = { ...POPULATION, members: 1000, families: 800, workshops: 100 }

    expect(qualityOf(simulatePopulation(5, size).map(firstDays)).held).toBe(0)
  })
})

test('a farm is held however many accounts it has', () => {
  const rhythm = new Map<string, number>()
  const accounts = Array.from({ length: 150 }, (_, index): SimulatedAccount => ({
    kind: 'STAR',
    group: 1,
    memberId: index + 1,
    joinedAt: new Date(Date.UTC(2026, 4, 1) + index),
    email: `large+${index}@gmail.com`,
    deviceIds: [`device:${index}`],
    network: 'one',
    fundedBy: ['one'],
    referredBy: index === 0 ? null : 1,
    friends: index === 0 ? 149 : 0,
    rhythm,
  }))

  expect(qualityOf(accounts)).toMatchObject({ held: 150, recall: 1 })
})

test.each([110, 300])(
  'a farm of any kind with %i accounts is held like a small one',
  (farmAccounts) => {
    const size = { members: 1000, families: 20, workshops: 1, farms: 1, farmAccounts }
    const { byKind, precision } = qualityOf(simulatePopulation(7, size, FARM_KINDS))

    const heldShares = byKind
      .filter(({ kind }) => FARM_KINDS.some((farm) => farm === kind))
      .map(({ kind, held, accounts }) => [kind, held >= 0.8 * accounts])
    expect(heldShares).toEqual(FARM_KINDS.map((kind) => [kind, true]))
    expect(precision).toBeGreaterThanOrEqual(0.95)
  },
)

test('nobody is held of a crowd that follows one member, uses one exchange and one mobile network on one day', () => {
  const drawn = draws(28)
  const start = aDay(drawn)
  const accounts = Array.from({ length: 800 }, (_, index): SimulatedAccount => ({
    kind: 'MEMBER',
    group: 0,
    memberId: index + 1,
    joinedAt: new Date(start.getTime() + index * 20_000),
    email: anEmail(drawn).replace('@', `.${index}@`),
    deviceIds: [`device:${index}`],
    network: 'mobile',
    fundedBy: ['exchange'],
    referredBy: index === 0 ? null : 1,
    friends: index === 0 ? 799 : 0,
    rhythm: personalRhythm(drawn),
  }))

  expect(qualityOf(accounts)).toMatchObject({ held: 0 })
})

test('a seed always gives the same population', () => {
  const size = { members: 50, families: 5, workshops: 1, farms: 1 }

  expect(simulatePopulation(3, size, TUNED_FARMS)).toEqual(simulatePopulation(3, size, TUNED_FARMS))
  expect(simulatePopulation(3, size)).not.toEqual(simulatePopulation(4, size))
})
