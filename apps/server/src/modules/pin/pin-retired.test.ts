import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { WITHDRAWAL_PAUSE_MS } from '@solstice/rules/account'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { rowsOf } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { logInElsewhere, openBrowser, suspend, type Browser } from '#test/test-member.ts'
import {
  enrolPin,
  enterPin,
  enterWrongPins,
  evaluatePin,
  memberWithPin,
  PIN,
  pinHeader,
  WRONG_PIN,
} from '#test/test-pin.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

type Member = Awaited<ReturnType<typeof memberWithPin>>

const logIn = (member: Pick<Member, 'email'>, device?: Browser['deviceKey'] | 'no device key') =>
  logInElsewhere(server, member, { device })

/** Returns the same device without its session: no cookies, but with the device key. */
const signedOut = (member: Browser) => openBrowser(server, member.deviceKey)

/** Acts as a stranger with the password who retires the key by five wrong PINs. */
async function retireFromOtherDevice(member: Member) {
  const thief = await logIn(member)
  await enterWrongPins(thief)
  return thief
}

const openRetired = (browser: Browser, member: Member, pin = PIN) =>
  enterPin(browser, pin, 'WALLET_USE', member.pin)

async function tries(browser: Browser, member: Member, pins: readonly string[]) {
  const codes = []
  for (const pin of pins) codes.push((await openRetired(browser, member, pin)).code)
  return codes
}

const keyRows = (member: Member) =>
  rowsOf(server.ctx.db, sql`select id from pin_keys where id = ${member.pin.pinKeyId}`)

describe('a stranger with the password', () => {
  test('cannot destroy the wallet copy: the device opens it without a session', async () => {
    const member = await memberWithPin(server)
    await retireFromOtherDevice(member)
    const again = await logIn(member)
    const guesses = await tries(again, member, [
      WRONG_PIN,
      WRONG_PIN,
      WRONG_PIN,
      WRONG_PIN,
      WRONG_PIN,
      WRONG_PIN,
    ])

    const phone = signedOut(member)
    const { entry } = await evaluatePin(phone, PIN, member.pin)
    const verified = await phone.call('pin.verify', {
      body: {
        evaluationId: entry?.evaluationId ?? '',
        proof: entry?.proof ?? '',
        purpose: 'WALLET_USE',
      },
    })

    expect(new Set(guesses)).toEqual(new Set([Code.NOT_FOUND]))
    expect(entry?.kek).toBe(member.pin.kek)
    expect(verified.data).toEqual({ verified: true, failedSince: 0 })
  })

  test('gains no attempts by inventing devices: all share one count of five', async () => {
    const member = await memberWithPin(server)
    const codes = []
    for (let device = 0; device < 5; device += 1) {
      codes.push((await enterPin(await logIn(member), WRONG_PIN)).code)
    }

    const wrong = Code.PIN_INCORRECT
    expect(codes).toEqual([wrong, wrong, wrong, wrong, Code.PIN_ATTEMPTS_EXCEEDED])
  })

  test('does not affect the count of the enrolled device', async () => {
    const member = await memberWithPin(server)
    await enterPin(member, WRONG_PIN)
    const thief = await logIn(member)
    await enterWrongPins(thief, 4)

    const state = await member.call('pin.state', {})
    const right = await enterPin(member, PIN)
    const ofThief = await thief.call('pin.state', {})

    expect(state.data?.attempts).toBe(1)
    expect(right).toMatchObject({ code: 0, data: { failedSince: 1 } })
    expect(ofThief.data?.attempts).toBe(4)
  })

  test('can delete the account, but the device opens its wallet for 30 more days', async () => {
    const member = await memberWithPin(server)
    await retireFromOtherDevice(member)
    await enrolPin(await logIn(member), '111111')
    // A replaced PIN pauses the account deletion.
    server.clock.advance(WITHDRAWAL_PAUSE_MS)
    const thief = await logIn(member)
    const header = await pinHeader(thief, '111111', 'ACCOUNT_DELETE')
    const body = { reason: 'OTHER', agreed: true } as const
    const deleted = await thief.call('account.delete', { body }, header)
    const phone = signedOut(member)

    const atOnce = await openRetired(phone, member)
    server.clock.advance(30 * DAY_MS - 1)
    const lastMoment = await openRetired(phone, member)
    server.clock.advance(1)
    const late = await evaluatePin(phone, PIN, member.pin)
    await server.worker.runDue()

    expect(deleted.code).toBe(0)
    expect([atOnce.code, lastMoment.code, late.code]).toEqual([0, 0, Code.NOT_FOUND])
    expect(await keyRows(member)).toHaveLength(0)
  })
})

describe('the key of an earlier PIN', () => {
  test('is available to the devices enrolled on it, and to no other', async () => {
    const member = await memberWithPin(server)
    const second = await logIn(member)
    await enterPin(second, PIN)
    const { 'x-pin-token': token } = await pinHeader(member, PIN, 'PIN_CHANGE')
    await enrolPin(member, '246802', token)

    const codes = []
    for (const browser of [member, signedOut(second), await logIn(member)]) {
      codes.push((await evaluatePin(browser, PIN, member.pin)).code)
    }

    expect(codes).toEqual([0, 0, Code.NOT_FOUND])
  })

  test('issues no token and ends no session', async () => {
    const member = await memberWithPin(server)
    await retireFromOtherDevice(member)
    const browser = await logIn(member, member.deviceKey)

    const right = await openRetired(browser, member)
    await tries(browser, member, [WRONG_PIN, WRONG_PIN, WRONG_PIN, WRONG_PIN, WRONG_PIN])

    expect(right.data).toEqual({ verified: true, failedSince: 0 })
    expect((await browser.call('users.me', {})).status).toBe(200)
  })

  test('slows down after five attempts: one after 1 h, 2 h, 4 h, and at most 24 h', async () => {
    const member = await memberWithPin(server)
    await retireFromOtherDevice(member)
    const phone = signedOut(member)

    const first = await tries(phone, member, [WRONG_PIN, WRONG_PIN, WRONG_PIN, WRONG_PIN])
    const fifth = await openRetired(phone, member, WRONG_PIN)
    const early = await evaluatePin(phone, PIN, member.pin)
    const waits = []
    for (const hours of [1, 2, 4, 8, 16, 24, 24]) {
      server.clock.advance(hours * HOUR_MS - 1)
      const before = await evaluatePin(phone, PIN, member.pin)
      server.clock.advance(1)
      waits.push([before.code, (await openRetired(phone, member, WRONG_PIN)).code])
    }
    server.clock.advance(24 * HOUR_MS)
    const right = await openRetired(phone, member)
    const afterwards = await tries(phone, member, [WRONG_PIN, WRONG_PIN])

    const wrong = Code.PIN_INCORRECT
    expect(first).toEqual([wrong, wrong, wrong, wrong])
    expect(fifth.data).toMatchObject({ attempts: 5, maxAttempts: 5 })
    expect(early).toMatchObject({
      status: 429,
      code: Code.PIN_WAIT,
      data: { retryAt: (fifth.data as { retryAt?: string } | null)?.retryAt },
    })
    expect(early.headers['retry-after']).toBe('3600')
    expect(waits).toEqual(waits.map(() => [Code.PIN_WAIT, wrong]))
    expect(right.code).toBe(0)
    expect(afterwards).toEqual([wrong, wrong])
  })

  test('returns the attempts left and the wait, without a session and without costing an attempt', async () => {
    const member = await memberWithPin(server)
    const { pinKeyId } = member.pin
    const fetchTries = async (browser: Browser) =>
      browser.call('pin.tries', { query: { pinKeyId } })
    await enterPin(member, WRONG_PIN)
    const inUse = await fetchTries(member)
    const thief = await retireFromOtherDevice(member)
    const phone = signedOut(member)

    const retired = await fetchTries(phone)
    await tries(phone, member, [WRONG_PIN, WRONG_PIN])
    const afterTwo = [await fetchTries(phone), await fetchTries(phone)]
    await tries(phone, member, [WRONG_PIN, WRONG_PIN, WRONG_PIN])
    const waiting = await fetchTries(phone)
    server.clock.advance(HOUR_MS)
    const afterTheWait = await fetchTries(phone)

    expect(inUse.data).toEqual({ triesUsed: 1, triesLeft: 4, retryAt: null, retired: false })
    expect(retired.data).toEqual({ triesUsed: 0, triesLeft: 5, retryAt: null, retired: true })
    for (const { data } of afterTwo) expect(data).toMatchObject({ triesUsed: 2, triesLeft: 3 })
    expect(waiting.data).toMatchObject({ triesLeft: 0, retryAt: server.clock.now.toISOString() })
    expect(afterTheWait.data).toMatchObject({ triesUsed: 5, triesLeft: 1, retryAt: null })
    expect(await openRetired(phone, member)).toMatchObject({ code: 0 })
    // A device that may not try the key learns nothing about it.
    expect((await fetchTries(thief)).code).not.toBe(0)
    expect((await fetchTries(openBrowser(server))).code).toBe(Code.NOT_FOUND)
  })

  test('counts evaluations that were never verified', async () => {
    const member = await memberWithPin(server)
    await retireFromOtherDevice(member)
    const phone = signedOut(member)

    const codes = []
    for (let time = 0; time < 7; time += 1) {
      codes.push((await evaluatePin(phone, PIN, member.pin)).code)
    }

    expect(codes).toEqual([0, 0, 0, 0, 0, Code.PIN_WAIT, Code.PIN_WAIT])
  })

  test('is kept as long as the account', async () => {
    const member = await memberWithPin(server)
    await retireFromOtherDevice(member)

    server.clock.advance(400 * DAY_MS)
    await server.worker.runDue()

    expect((await openRetired(signedOut(member), member)).code).toBe(0)
  })

  test('is available to an enrolled device after its session was ended remotely', async () => {
    const member = await memberWithPin(server)
    const other = await logIn(member)
    const { data } = await other.call('session.endOthers', {})
    await retireFromOtherDevice(member)

    expect(data).toEqual({ ended: 1 })
    expect((await member.call('users.me', {})).status).toBe(401)
    expect((await openRetired(member, member)).code).toBe(0)
  })
})

describe('a suspended member', () => {
  test('opens the wallet on the device with the current PIN, without a token', async () => {
    const member = await memberWithPin(server)
    await suspend(server, member.userId)

    const opened = await openRetired(member, member)
    const stranger = await evaluatePin(openBrowser(server), PIN, member.pin)

    expect(opened.data).toEqual({ verified: true, failedSince: 0 })
    expect(stranger.code).toBe(Code.TOKEN_EXPIRED)
  })

  test('still locks the PIN by five wrong attempts, and then must wait', async () => {
    const member = await memberWithPin(server)
    await suspend(server, member.userId)

    const codes = await tries(member, member, [
      WRONG_PIN,
      WRONG_PIN,
      WRONG_PIN,
      WRONG_PIN,
      WRONG_PIN,
      PIN,
    ])

    expect(codes.slice(4)).toEqual([Code.PIN_ATTEMPTS_EXCEEDED, 0])
  })
})

describe('a key set without a device key, such as one from before enrolment', () => {
  const keyless = { device: 'no device key' } as const

  test('is available to any device that logs in, with one shared count', async () => {
    const member = await memberWithPin(server, PIN, keyless)
    await retireFromOtherDevice(member)

    const codes = []
    for (let device = 0; device < 7; device += 1) {
      codes.push((await openRetired(await logIn(member), member, WRONG_PIN)).code)
    }
    server.clock.advance(HOUR_MS)
    const phone = await logIn(member)
    const right = await openRetired(phone, member)

    const [wrong, wait] = [Code.PIN_INCORRECT, Code.PIN_WAIT]
    expect(codes).toEqual([wrong, wrong, wrong, wrong, wrong, wait, wait])
    expect(right.code).toBe(0)
    expect((await openRetired(signedOut(phone), member)).code).toBe(0)
  })

  test('is not available to an invented device without a session while the member can log in', async () => {
    const member = await memberWithPin(server, PIN, keyless)
    const whileActive = await openRetired(openBrowser(server), member, WRONG_PIN)
    await retireFromOtherDevice(member)

    const retired = await openRetired(openBrowser(server), member, WRONG_PIN)
    const right = await openRetired(await logIn(member), member)

    expect([whileActive.code, retired.code]).toEqual([Code.TOKEN_EXPIRED, Code.TOKEN_EXPIRED])
    expect(right.data).toEqual({ verified: true, failedSince: 0 })
  })

  test.each([
    ['without a device key', 'no device key' as const],
    ['on a device that is not enrolled', undefined],
  ])('requires a new login from an earlier session %s', async (_kind, device) => {
    const member = await memberWithPin(server, PIN, keyless)
    const older = await logIn(member, device)
    server.clock.advance(1000)
    await retireFromOtherDevice(member)
    const since = await logIn(member, device)

    expect((await openRetired(older, member)).code).toBe(Code.PIN_LOCKED)
    expect((await openRetired(since, member)).code).toBe(0)
  })

  test('gives a device that proved the PIN its own count', async () => {
    const member = await memberWithPin(server, PIN, keyless)
    const phone = await logIn(member)
    await enterPin(phone, PIN)
    await retireFromOtherDevice(member)
    const stranger = await logIn(member)
    for (let time = 0; time < 6; time += 1) await openRetired(stranger, member, WRONG_PIN)

    expect((await openRetired(signedOut(phone), member)).code).toBe(0)
  })

  test('opens the wallet of a suspended member', async () => {
    const member = await memberWithPin(server, PIN, keyless)
    await suspend(server, member.userId)

    expect((await openRetired(openBrowser(server), member)).code).toBe(0)
  })
})

describe('a device that proved the PIN without a device key, such as with an older app', () => {
  async function withOlderApp() {
    const member = await memberWithPin(server)
    const proved = await enterPin(await logIn(member, 'no device key'), PIN)
    if (proved.code !== 0) throw new Error(`The PIN was refused with ${proved.code}`)
    return member
  }

  test('opens its wallet after a stranger retired the key, once it has logged in', async () => {
    const member = await withOlderApp()
    await retireFromOtherDevice(member)
    const updated = await logIn(member)

    const { entry } = await evaluatePin(updated, PIN, member.pin)

    expect(entry?.kek).toBe(member.pin.kek)
  })

  test('opens its wallet after the account was suspended', async () => {
    const member = await withOlderApp()
    await suspend(server, member.userId)

    expect((await openRetired(openBrowser(server), member)).code).toBe(0)
  })

  test('leaves strangers with the password the shared count of the retired key, and others no attempt', async () => {
    const member = await withOlderApp()
    await retireFromOtherDevice(member)
    const stranger = await logIn(member)

    const codes = await tries(stranger, member, [
      WRONG_PIN,
      WRONG_PIN,
      WRONG_PIN,
      WRONG_PIN,
      WRONG_PIN,
      WRONG_PIN,
    ])

    expect(codes.slice(4)).toEqual([Code.PIN_INCORRECT, Code.PIN_WAIT])
    expect((await openRetired(openBrowser(server), member, WRONG_PIN)).code).toBe(
      Code.TOKEN_EXPIRED,
    )
    expect((await openRetired(signedOut(member), member)).code).toBe(0)
  })
})
