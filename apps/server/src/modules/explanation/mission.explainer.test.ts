import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openTestDatabase } from '#test/test-database.ts'
import { signUpMember, type Browser } from '#test/test-member.ts'
import { execute, LINK_MISSION, ONCHAIN_MISSION } from '#test/test-mission.ts'
import { memberWithPin, PIN, pinHeader } from '#test/test-pin.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aSeason } from '#test/test-season.ts'

let server: TestApp
let support: TestOperator
let noon: Date
const statements: string[] = []
beforeAll(async () => {
  const logger = { logQuery: (statement: string) => statements.push(statement) }
  server = await startTestApp({ database: await openTestDatabase(logger) })
  support = await anOperator(server, 'SUPPORT')
  noon = server.clock.now
})
afterAll(() => server.close())
beforeEach(() => {
  server.clock.now = noon
})

const why = async (member: Browser, seasonId: number, missionId: number) =>
  (
    await member.call('explanation.mine', {
      params: { entryId: `mission:${seasonId}.${missionId}` },
    })
  ).data

test('an unavailable mission names the condition that fails and the next chance', async () => {
  const { seasonId, version } = await aSeason(server)
  const member = await signUpMember(server)
  const before = await why(member, seasonId, 1)
  await execute(member, seasonId, 1)
  await execute(member, seasonId, 3)
  for (const clientSeed of ['free', 'ticket']) await execute(member, seasonId, 2, { clientSeed })
  await member.call('mission.open', { params: { seasonId, missionId: LINK_MISSION } })

  expect(before).toMatchObject({ rule: 'check-in', outcome: 'AVAILABLE', next: null })
  const midnight = '2026-06-23T20:00:00.000Z'
  expect(await why(member, seasonId, 1)).toMatchObject({
    rule: 'check-in',
    outcome: 'DONE_TODAY',
    name: 'Daily check-in',
    seasonId,
    seasonVersion: version,
    steps: [
      { check: 'SEASON_OPEN', passed: true },
      { check: 'DONE_TODAY', passed: false },
    ],
    next: { kind: 'TIME', at: '2026-06-23T21:00:00.000Z' },
  })
  expect(await why(member, seasonId, 2)).toMatchObject({
    rule: 'spin',
    outcome: 'NO_SPINS_LEFT',
    inputs: { freePerDay: 1, freeUsedToday: 1, tickets: 0, ticketsPerSpin: 1 },
    next: { kind: 'TIME', at: midnight },
  })
  expect(await why(member, seasonId, 3)).toMatchObject({ rule: 'ticket', outcome: 'DONE_TODAY' })
  expect(await why(member, seasonId, LINK_MISSION)).toMatchObject({
    rule: 'mission',
    outcome: 'LINK_OPENED_TOO_RECENTLY',
    inputs: { waitSeconds: 10, openedAt: noon.toISOString() },
    next: { kind: 'TIME', at: new Date(noon.getTime() + 10_000).toISOString() },
  })
  expect(await why(member, seasonId, ONCHAIN_MISSION)).toMatchObject({
    outcome: 'WALLET_MISSING',
    next: { kind: 'WALLET' },
  })
})

test('a mission of a season that has not begun or does not exist is explained or refused', async () => {
  const { seasonId, startAt } = await aSeason(server, { startsInDays: 5 })
  const member = await signUpMember(server)

  expect(await why(member, seasonId, 1)).toMatchObject({
    rule: 'mission',
    outcome: 'SEASON_UPCOMING',
    inputs: { startAt: startAt.toISOString() },
    next: { kind: 'TIME', at: startAt.toISOString() },
  })
  for (const entryId of [`mission:${seasonId}.9999`, 'mission:424242.1', 'refusal:1', 'order:1']) {
    const reply = await member.call('explanation.mine', { params: { entryId } })
    expect(reply.code).toBe(Code.NOT_FOUND)
  }
})

test('operators see for every mission whether the member would get it, with one read of the states', async () => {
  const { seasonId, missions } = await aSeason(server)
  const member = await signUpMember(server)
  await execute(member, seasonId, 1)
  const params = { userId: member.userId, seasonId }
  await support.call('member.missions', { params })
  statements.length = 0

  const { data } = await support.call('member.missions', { params })

  expect(data?.list.map(({ missionId }) => missionId)).toEqual(
    missions.map(({ missionId }) => missionId),
  )
  expect(data?.list.slice(0, 2)).toMatchObject([
    {
      available: false,
      completed: true,
      explanation: { entryId: `mission:${seasonId}.1`, outcome: 'DONE_TODAY' },
    },
    { available: true, completed: false, explanation: { outcome: 'AVAILABLE', rule: 'spin' } },
  ])
  const reads = statements.filter((each) => each.includes('"season_missions"'))
  expect(reads).toHaveLength(1)
  const unknown = await support.call('member.missions', {
    params: { userId: 999_999, seasonId },
  })
  expect(unknown.code).toBe(Code.NOT_FOUND)
  for (const { missionId, explanation } of data?.list ?? []) {
    expect(await why(member, seasonId, missionId)).toEqual(explanation)
  }
})

test.each([
  ['operator.suspendMember', 'MEMBER_SUSPENDED'],
  ['operator.disableMember', 'MEMBER_DISABLED'],
] as const)('a member after %s would get no mission', async (call, outcome) => {
  const { seasonId } = await aSeason(server)
  const member = await signUpMember(server)
  const params = { userId: member.userId, seasonId }
  const before = await support.call('member.missions', { params })
  const changed = await support.call(call, {
    params: { userId: member.userId },
    body: { reason: 'Reviewed the case' },
  })

  const { data } = await support.call('member.missions', { params })

  expect(before.data?.list.some(({ available }) => available)).toBe(true)
  expect(changed.code).toBe(0)
  expect(data?.list).not.toEqual([])
  for (const { available, explanation } of data?.list ?? []) {
    expect(available).toBe(false)
    expect(explanation).toMatchObject({
      rule: 'mission',
      outcome,
      steps: [{ check: 'ACTIVE_ACCOUNT', passed: false }],
      next: { kind: 'SUPPORT' },
    })
  }
})

test('a deleted member would get no mission', async () => {
  const { seasonId } = await aSeason(server)
  const member = await memberWithPin(server)
  const header = await pinHeader(member, PIN, 'ACCOUNT_DELETE')
  const body = { reason: 'OTHER', agreed: true } as const
  const deleted = await member.call('account.delete', { body }, header)

  const { data } = await support.call('member.missions', {
    params: { userId: member.userId, seasonId },
  })

  expect(deleted.code).toBe(0)
  expect(new Set(data?.list.map(({ explanation }) => explanation.outcome))).toEqual(
    new Set(['MEMBER_DELETED']),
  )
})
