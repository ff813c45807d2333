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
const THIEFS_PIN = '246813'
const KEYLESS = { device: 'no device key' } as const

/** Returns a caller with neither a session nor a device key. */
const anonymousBrowser = () => openBrowser(server, 'no device key')

const open = (browser: Browser, member: Member, pin = PIN) =>
  enterPin(browser, pin, 'WALLET_USE', member.pin)

/**
 * Acts as a thief with the password who retires the key, sets another PIN and deletes the account.
 */
async function deleteFromOtherDevice(member: Member): Promise<void> {
  await enterWrongPins(await logInElsewhere(server, member))
  await enrolPin(await logInElsewhere(server, member), THIEFS_PIN)
  server.clock.advance(WITHDRAWAL_PAUSE_MS)
  const thief = await logInElsewhere(server, member)
  const header = await pinHeader(thief, THIEFS_PIN, 'ACCOUNT_DELETE')
  const body = { reason: 'OTHER', agreed: true } as const
  const { code } = await thief.call('account.delete', { body }, header)
  if (code !== 0) throw new Error(`The deletion was refused with ${code}`)
}

/** Uses every attempt of the shared count as soon as it is available. */
async function useUpTries(member: Member, forMs: number): Promise<void> {
  const until = server.clock.now.getTime() + forMs
  while (server.clock.now.getTime() < until) {
    while ((await open(openBrowser(server), member, WRONG_PIN)).code === Code.PIN_INCORRECT);
    server.clock.advance(DAY_MS)
    await server.worker.runDue()
  }
  await open(openBrowser(server), member, WRONG_PIN)
}

describe('a device without a device key', () => {
  test('opens its wallet without a session after a thief deleted the account', async () => {
    const member = await memberWithPin(server, PIN, KEYLESS)
    await deleteFromOtherDevice(member)

    const opened = await open(anonymousBrowser(), member)

    expect(opened.data).toEqual({ verified: true, failedSince: 0 })
  })

  test('opens its wallet while the account is suspended', async () => {
    const member = await memberWithPin(server, PIN, KEYLESS)
    await suspend(server, member.userId)

    expect((await open(anonymousBrowser(), member)).code).toBe(0)
  })

  test('is asked to log in while the member can, and for a key it may not try', async () => {
    const shared = await memberWithPin(server, PIN, KEYLESS)
    const enrolled = await memberWithPin(server)
    await suspend(server, enrolled.userId)

    const codes = []
    for (const member of [shared, enrolled])
      codes.push((await open(anonymousBrowser(), member)).code)

    expect(codes).toEqual([Code.TOKEN_EXPIRED, Code.TOKEN_EXPIRED])
  })

  test('has its own count through the session that set or proved the PIN, even after it ended', async () => {
    const setter = await memberWithPin(server, PIN, KEYLESS)
    const prover = await logInElsewhere(server, setter, KEYLESS)
    await enterPin(prover, PIN)
    await deleteFromOtherDevice(setter)
    await useUpTries(setter, HOUR_MS)

    const stranger = await open(anonymousBrowser(), setter)
    const opened = [await open(setter, setter), await open(prover, setter)]

    expect(stranger.code).toBe(Code.PIN_WAIT)
    expect(opened.map(({ code }) => code)).toEqual([0, 0])
  })

  test('keeps that count when its app gets a device key', async () => {
    const member = await memberWithPin(server, PIN, KEYLESS)
    const updated = openBrowser(server)
    for (const [name, value] of member.cookies) updated.cookies.set(name, value)
    await enterWrongPins(await logInElsewhere(server, member))
    const thief = await logInElsewhere(server, member)
    for (let time = 0; time < 6; time += 1) await open(thief, member, WRONG_PIN)

    const opened = await open(updated, member)
    const signedOut = await open(openBrowser(server, updated.deviceKey), member)

    expect([opened.code, signedOut.code]).toEqual([0, 0])
  })

  test('gets five attempts through its session, regardless of the device keys it presents', async () => {
    const member = await memberWithPin(server, PIN, KEYLESS)
    await enterWrongPins(await logInElsewhere(server, member))

    const codes = []
    for (let time = 0; time < 6; time += 1) {
      const invented = openBrowser(server)
      for (const [name, value] of member.cookies) invented.cookies.set(name, value)
      codes.push((await open(invented, member, WRONG_PIN)).code)
    }

    expect(codes.slice(4)).toEqual([Code.PIN_INCORRECT, Code.PIN_WAIT])
  })
})

describe('the shared key of a deleted account', () => {
  test('is kept while strangers use up its attempts, and opens within a day after they stop', async () => {
    const member = await memberWithPin(server, PIN, KEYLESS)
    await deleteFromOtherDevice(member)
    await useUpTries(member, 60 * DAY_MS)

    const contested = await evaluatePin(openBrowser(server), PIN, member.pin)
    server.clock.advance(DAY_MS)
    await server.worker.runDue()
    const opened = await open(openBrowser(server), member)

    expect(contested.code).toBe(Code.PIN_WAIT)
    expect(opened.code).toBe(0)
  })

  test('is deleted 30 days after the last attempt', async () => {
    const member = await memberWithPin(server, PIN, KEYLESS)
    await deleteFromOtherDevice(member)
    server.clock.advance(DAY_MS)
    await open(openBrowser(server), member, WRONG_PIN)
    const keys = () =>
      rowsOf(server.ctx.db, sql`select 1 from pin_keys where id = ${member.pin.pinKeyId}`)

    server.clock.advance(30 * DAY_MS - 1)
    await server.worker.runDue()
    const before = await keys()
    server.clock.advance(1)
    await server.worker.runDue()

    expect(before).toHaveLength(1)
    expect(await keys()).toHaveLength(0)
  })
})
