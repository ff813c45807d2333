import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { DAY_MS } from '@solstice/rules/duration'
import { verifySpin, type SpinHash } from '@solstice/rules/missions/spin/spin'
import { replacePrizes } from '#/modules/season/plan.queries.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { countPostings } from '#test/test-ledger.ts'
import { logInAgain, signUpMember, type Browser } from '#test/test-member.ts'
import { aSeason } from '#test/test-season.ts'
import { dumpDatabase } from '#test/dump-database.ts'
import { executeMission } from '#/modules/mission/execution.service.ts'
import { NODE_HASH } from './spin.service.ts'

const SPIN = 2
const TICKETS = 3
/** The hash implementation of the app, which differs from the server's. */
const APP_HASH: SpinHash = { sha256, hmacSha256: (key, message) => hmac(sha256, key, message) }

let server: TestApp
let seasonId: number
let noon: Date
beforeAll(async () => {
  server = await startTestApp()
  seasonId = (await aSeason(server)).seasonId
  noon = server.clock.now
})
afterAll(() => server.close())
beforeEach(() => {
  server.clock.now = noon
})

type Spun = Extract<CallData<'mission.execute'>, { type: 'SPIN' }>
type Body = { clientSeed?: string; commitment?: string }

async function spin(member: Browser, body: Body = {}, headers = {}) {
  const params = { seasonId, missionId: SPIN }
  const reply = await member.call('mission.execute', { params, body }, headers)
  // Mission 2 returns the response of a spin.
  return { ...reply, data: reply.data as Spun | null }
}

async function wheel(member: Browser) {
  const { data } = await member.call('mission.show', { params: { seasonId, missionId: SPIN } })
  if (data?.type !== 'SPIN') throw new Error('Mission 2 is not the spin')
  return data
}

async function claimTickets(member: Browser) {
  return member.call('mission.execute', { params: { seasonId, missionId: TICKETS }, body: {} })
}

describe('the spin', () => {
  test('shows prizes with their odds and a commitment that stays the same until it is used', async () => {
    const member = await signUpMember(server)

    const first = await wheel(member)
    const again = await wheel(member)

    expect(first.prizes.map(({ xp, percent }) => [xp, percent])).toEqual([
      [10, 40],
      [30, 25],
      [50, 18],
      [100, 12],
      [300, 4],
      [1000, 1],
    ])
    expect(first).toMatchObject({ freeSpinsLeft: 1, freeSpinsPerDay: 1, tickets: 0, nonce: 0 })
    expect(first.commitment).toMatch(/^[0-9a-f]{64}$/)
    expect(again.commitment).toBe(first.commitment)
    expect(first.revealed).toEqual([])
  })

  test('is free once a day, then costs one ticket, then is refused', async () => {
    const member = await signUpMember(server)
    await claimTickets(member)

    const free = await spin(member)
    const paid = await spin(member)
    const none = await spin(member)

    expect(free.data).toMatchObject({ tickets: 0, usedTicket: false, freeSpinsLeft: 0 })
    expect(free.data?.me.tickets).toBe(1)
    expect(paid.data).toMatchObject({ tickets: -1, usedTicket: true, me: { tickets: 0 } })
    expect(none).toMatchObject({
      code: Code.NO_SPINS_LEFT,
      msg: 'No more spins available today.',
    })
    expect(await wheel(member)).toMatchObject({
      available: false,
      unavailableReason: 'NO_SPINS_LEFT',
      nextAvailableAt: '2026-06-23T20:00:00.000Z',
    })
    expect(await checkLedger(server.ctx.db)).toEqual([])
  })

  test('is free again from midnight of the programme day, also while the check-in is closed', async () => {
    const member = await signUpMember(server)
    await spin(member)
    server.clock.now = new Date('2026-06-23T23:59:59.999+04:00')
    await logInAgain(member)
    const late = await spin(member)

    server.clock.now = new Date('2026-06-24T00:00:00+04:00')
    const early = await spin(member)

    expect(late.code).toBe(Code.NO_SPINS_LEFT)
    expect(early.data).toMatchObject({ usedTicket: false })
  })

  test('counts for the new day when it crosses midnight, as its only free spin', async () => {
    const member = await signUpMember(server)
    await spin(member)
    const midnight = new Date('2026-06-24T00:00:00+04:00')
    const times = [new Date(midnight.getTime() - 1)]
    const ticking = { ...server.ctx, now: () => times.pop() ?? midnight }

    const onTheWay = await server.ctx.db.transaction((tx) =>
      executeMission(tx, ticking, {
        seasonId,
        missionId: SPIN,
        memberId: member.userId,
        language: 'en',
        body: {},
        chain: { kind: 'not-required' },
      }),
    )
    server.clock.now = new Date(midnight.getTime() + DAY_MS / 2)
    await logInAgain(member)
    const later = await spin(member)

    expect(times).toEqual([])
    expect(onTheWay).toMatchObject({ usedTicket: false })
    expect(later.code).toBe(Code.NO_SPINS_LEFT)
  })

  test('is not free a second time when the clock moves back before midnight', async () => {
    const member = await signUpMember(server)
    const midnight = new Date('2026-06-24T00:00:00+04:00')
    server.clock.now = midnight
    await logInAgain(member)
    const ahead = await spin(member)

    server.clock.now = new Date(midnight.getTime() - 1)
    const behind = await spin(member)
    server.clock.now = midnight
    const after = await spin(member)

    expect(ahead.data).toMatchObject({ usedTicket: false })
    expect(behind.code).toBe(Code.NO_SPINS_LEFT)
    expect(after.code).toBe(Code.NO_SPINS_LEFT)
  })

  test('makes no member a participant by viewing it', async () => {
    const member = await signUpMember(server)

    const shown = await Promise.all([wheel(member), wheel(member), wheel(member)])

    expect(new Set(shown.map(({ commitment }) => commitment)).size).toBe(1)
    const rows = await rowsOf(
      server.ctx.db,
      sql`select 1 from season_members where member_id = ${member.userId}`,
    )
    expect(rows).toEqual([])
    const { commitment } = await wheel(member)
    expect((await spin(member, { commitment })).data?.proof).toMatchObject({ commitment, nonce: 0 })
  })

  test('credits the XP of a prize to the season, the balance and the history', async () => {
    const member = await signUpMember(server)
    const { prizes } = await wheel(member)

    const { data } = await spin(member, { clientSeed: 'mine' })

    const prize = prizes[data?.prizeIndex ?? -1]
    expect(data?.xp).toBe(prize?.xp)
    expect(data?.me).toMatchObject({ seasonXp: prize?.xp, xpBalance: prize?.xp })
    const { data: histories } = await member.call('history.list', {
      params: { seasonId },
      query: {},
    })
    expect(histories?.list).toMatchObject([
      { historyId: data?.historyId, kind: 'SPIN', title: 'XP spin', xp: prize?.xp, tickets: 0 },
    ])
  })

  test('is verified against its earlier commitment with the code of the app', async () => {
    const member = await signUpMember(server)
    // Enough spins that a draw ignoring the client seed cannot match all of them by chance.
    for (const clientSeed of ['sun', 'moon', 'a_b', '1', '2', '3', '4', '5', '6', '7', '8', '9']) {
      const { commitment, prizes } = await wheel(member)
      const { data } = await spin(member, { clientSeed, commitment })
      if (!data) throw new Error('The spin was refused')

      const { proof, prizeIndex } = data
      expect(proof).toMatchObject({ commitment, clientSeed })
      expect(verifySpin(APP_HASH, { proof, prizes, prizeIndex })).toBe(true)
      const after = await wheel(member)
      expect(after.commitment).toBe(proof.nextCommitment)
      expect(after.revealed[0]).toMatchObject({
        commitment,
        serverSeed: proof.serverSeed,
        historyId: data.historyId,
      })
      const shown = await member.call('history.show', {
        params: { seasonId, historyId: data.historyId },
      })
      expect(shown.data?.spin).toEqual({
        prizes,
        prizeIndex,
        usedTicket: data.usedTicket,
        proof: { ...proof, nextCommitment: null },
      })
      server.clock.advance(DAY_MS)
      await logInAgain(member)
    }
  })

  test('is refused under a commitment that is not open, and costs nothing', async () => {
    const member = await signUpMember(server)
    const { commitment } = await wheel(member)
    const before = await countPostings(server.ctx.db)

    const refused = await spin(member, { commitment: commitment.replace(/./, 'x') })

    expect(refused).toMatchObject({
      code: Code.MISSION_UNAVAILABLE,
      data: { reason: 'COMMITMENT_CHANGED' },
    })
    expect(await wheel(member)).toMatchObject({ freeSpinsLeft: 1, commitment })
    expect(await countPostings(server.ctx.db)).toBe(before)
  })

  test('returns the same spin when repeated with its key', async () => {
    const member = await signUpMember(server)
    const { commitment } = await wheel(member)
    const key = { 'idempotency-key': 'spin-1' }
    const body = { clientSeed: 'sun', commitment }

    const first = await spin(member, body, key)
    const before = await countPostings(server.ctx.db)
    const again = await spin(member, body, key)
    const changed = await spin(member, { ...body, clientSeed: 'moon' }, key)

    expect(again.data).toEqual(first.data)
    expect(changed).toMatchObject({
      code: Code.INVALID_REQUEST,
      msg: 'We couldn’t process that. Check it and try again.',
    })
    expect(await countPostings(server.ctx.db)).toBe(before)
    expect((await wheel(member)).nonce).toBe(1)
  })

  test('reveals its seeds also without a client seed', async () => {
    const member = await signUpMember(server)
    const { prizes } = await wheel(member)

    const { data } = await spin(member)

    expect(data?.proof.clientSeed).toBe('')
    if (!data) throw new Error('The spin was refused')
    expect(verifySpin(APP_HASH, { ...data, prizes })).toBe(true)
  })

  test('keeps its seed out of the database and the log until it is revealed', async () => {
    const member = await signUpMember(server)
    await wheel(member)
    const before = JSON.stringify(await dumpDatabase(server.ctx.db))

    const { data } = await spin(member, { clientSeed: 'sun' })

    expect(data?.proof.serverSeed).toMatch(/^[0-9a-f]{64}$/)
    expect(before).not.toContain(data?.proof.serverSeed)
    expect(server.log.text).not.toContain(data?.proof.serverSeed)
  })
})

test('reveals and voids the open commitment when the odds change during a season', async () => {
  const other = await aSeason(server)
  const member = await signUpMember(server)
  const params = { seasonId: other.seasonId, missionId: SPIN }
  const showSpin = async () => {
    const { data } = await member.call('mission.show', { params })
    if (data?.type !== 'SPIN') throw new Error('Mission 2 is not the spin')
    return data
  }
  const { commitment } = await showSpin()
  await server.ctx.db.transaction((tx) =>
    replacePrizes(tx, other.seasonId, [
      { xp: 20, weight: 9000 },
      { xp: 200, weight: 1000 },
    ]),
  )

  const stale = await member.call('mission.execute', { params, body: { commitment } })
  const after = await showSpin()
  const { data } = await member.call('mission.execute', {
    params,
    body: { clientSeed: 'sun', commitment: after.commitment },
  })

  expect(stale).toMatchObject({
    code: Code.MISSION_UNAVAILABLE,
    data: { reason: 'COMMITMENT_CHANGED' },
  })
  expect(after.prizes.map(({ xp }) => xp)).toEqual([20, 200])
  expect(after.revealed).toMatchObject([{ commitment, historyId: null, nonce: 0 }])
  if (data?.type !== 'SPIN') throw new Error('The spin was refused')
  expect([20, 200]).toContain(data.xp)
  expect(verifySpin(APP_HASH, { ...data, prizes: after.prizes })).toBe(true)
})

test('computes the same hashes in the app and on the server', () => {
  const anything = fc.uint8Array({ maxLength: 300 })
  fc.assert(
    fc.property(anything, anything, (key, message) => {
      expect(bytesToHex(APP_HASH.sha256(message))).toBe(bytesToHex(NODE_HASH.sha256(message)))
      expect(bytesToHex(APP_HASH.hmacSha256(key, message))).toBe(
        bytesToHex(NODE_HASH.hmacSha256(key, message)),
      )
    }),
  )
})
