import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { Code } from '@solstice/contract/codes'
import { WITHDRAWAL_PAUSE_MS } from '@solstice/rules/account'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import { DELETED_PIN_KEY_TTL_MS, PIN_MAX_ATTEMPTS } from '@solstice/rules/pin'
import { rowsOf } from '#/platform/process/db.ts'
import type { TestApp } from './test-app.ts'
import { mailedCode, openBrowser, type Browser } from './test-member.ts'
import { blindPin, enrolPin, enterPin, evaluatePin, PIN, pinHeader, WRONG_PIN } from './test-pin.ts'

const THIEFS_PIN = '111111'
const REFRESH_COOKIE = 'solstice_refresh'

export type Record = { pinKeyId: string; salt: string; kek: string }

export type Real = {
  server: TestApp
  email: string
  userId: number
  /** The device that stores the record. */
  phone: Browser
  /** True when this device set the PIN itself. */
  isEnrolled: boolean
  record: Record
  /** Devices with which the thief has logged in. */
  thieves: Browser[]
}

/**
 * The expected state of the record's key according to the rules, counted independently of the
 * server.
 */
export type Model = {
  password: string
  status: 'ACTIVE' | 'SUSPENDED' | 'DELETED'
  /** True when the PIN was set or proved without a device key. */
  isShared: boolean
  /** Successful evaluations by devices other than the owner's. */
  guesses: number
  /** Right PINs on the shared counter; each allows everyone five attempts again. */
  sharedResets: number
}

type Step = fc.AsyncCommand<Model, Real>

/** A remote action; the model does not depend on whether it succeeds. */
function action(name: string, run: (model: Model, real: Real) => Promise<void>): Step {
  return { check: () => true, run, toString: () => name }
}

const KINDS = ['new device', 'used device', 'no device key'] as const
type Kind = (typeof KINDS)[number]

function aBrowser({ server, thieves }: Real, kind: Kind): Browser {
  if (kind === 'no device key') return openBrowser(server, kind)
  return openBrowser(server, kind === 'used device' ? thieves.at(-1)?.deviceKey : undefined)
}

const LOG_IN_CODE = {
  ACTIVE: Code.SUCCESS,
  SUSPENDED: Code.ACCOUNT_SUSPENDED,
  DELETED: Code.CREDENTIALS_INVALID,
} as const

/**
 * Throws on any other code than the model's, because a log-in rejected by a limit would hide
 * attempts.
 */
async function logInOn(browser: Browser, model: Model, real: Real): Promise<Browser | undefined> {
  const { email, server } = real
  const { code } = await browser.call('auth.login', { body: { email, password: model.password } })
  if (code !== LOG_IN_CODE[model.status]) throw new Error(`The login was answered with ${code}`)
  if (code === Code.SUCCESS) return browser
  // Rejected log-ins are limited to ten in fifteen minutes.
  server.clock.advance(2 * MINUTE_MS)
  return undefined
}

async function logIn(model: Model, real: Real, kind: Kind): Promise<Browser | undefined> {
  const thief = await logInOn(aBrowser(real, kind), model, real)
  if (thief) real.thieves.push(thief)
  return thief
}

/** Guesses at the key of the record, either by its id or as the current PIN. */
async function guess(model: Model, real: Real, browser: Browser, byId: boolean): Promise<void> {
  const { pinKeyId, salt } = real.record
  const isInUse = (await browser.call('pin.state', {})).data?.pinKeyId === pinKeyId
  const { blinded } = blindPin(WRONG_PIN, salt)
  const reply = await browser.call('pin.evaluate', {
    body: byId ? { blinded, pinKeyId } : { blinded },
  })
  if (reply.code !== 0 || !reply.data) return
  if (byId || isInUse) model.guesses += 1
  const proof = blindPin(WRONG_PIN, salt).blinded
  const { evaluationId } = reply.data
  await browser.call('pin.verify', { body: { evaluationId, proof, purpose: 'UNLOCK' } })
}

async function thiefWithOwnPin(model: Model, real: Real): Promise<Browser | undefined> {
  const thief = await logIn(model, real, 'used device')
  if (!thief) return undefined
  const { data } = await thief.call('pin.state', {})
  if (data?.hasPin) return (await enterPin(thief, THIEFS_PIN)).code === 0 ? thief : undefined
  await enrolPin(thief, THIEFS_PIN)
  return thief
}

/** Returns true when the password was reset. */
async function resetPassword(model: Model, real: Real, password: string): Promise<boolean> {
  const { server, email } = real
  const browser = openBrowser(server)
  const mailsBefore = server.mails.length
  const sent = await browser.call('auth.checkResetEmail', { body: { email } })
  // A suspended member gets the same response as an active one, but no mail.
  if (sent.code !== 0 || server.mails.length === mailsBefore) return false
  const code = mailedCode(server, email)
  const verified = await browser.call('auth.verifyCode', {
    body: { email, code, purpose: 'RESET' },
  })
  if (!verified.data) return false
  const { completeCode } = verified.data
  const reset = await browser.call('auth.resetPassword', {
    body: { email, completeCode, password },
  })
  if (reset.code !== 0) return false
  model.password = password
  return true
}

async function setStatus(model: Model, { server, userId }: Real, status: 'ACTIVE' | 'SUSPENDED') {
  if (model.status === 'DELETED') return
  await server.ctx.db.execute(sql`update members set status = ${status} where id = ${userId}`)
  model.status = status
}

const kinds = fc.constantFrom(...KINDS)

const remoteActions = [
  fc.tuple(kinds, fc.integer({ min: 1, max: 6 }), fc.boolean()).map(([kind, times, byId]) =>
    action(`${times} wrong PINs in a session on a ${kind}, by id ${byId}`, async (model, real) => {
      const thief = await logIn(model, real, kind)
      if (!thief) return
      for (let time = 0; time < times; time += 1) await guess(model, real, thief, byId)
    }),
  ),
  fc.tuple(kinds, fc.integer({ min: 1, max: 6 })).map(([kind, times]) =>
    action(`${times} wrong PINs without a session on a ${kind}`, async (model, real) => {
      for (let time = 0; time < times; time += 1) {
        await guess(model, real, aBrowser(real, kind), true)
      }
    }),
  ),
  fc.constant(
    action('a new PIN', async (model, real) => void (await thiefWithOwnPin(model, real))),
  ),
  fc.constant(
    action('the new PIN changed', async (model, real) => {
      const thief = await thiefWithOwnPin(model, real)
      if (!thief) return
      const { 'x-pin-token': token } = await pinHeader(thief, THIEFS_PIN, 'PIN_CHANGE')
      await enrolPin(thief, THIEFS_PIN, token)
    }),
  ),
  fc.constantFrom('Thief123!', 'Thief456!').map((password) =>
    action('a password reset', async (model, real) => {
      await resetPassword(model, real, password)
    }),
  ),
  fc.constant(
    action('the devices removed', async (model, real) => {
      const thief = await logIn(model, real, 'new device')
      await thief?.call('session.endOthers', {})
    }),
  ),
  fc.constant(
    action('the account deleted', async (model, real) => {
      if (!(await thiefWithOwnPin(model, real))) return
      // Replacing a PIN pauses deletion.
      real.server.clock.advance(WITHDRAWAL_PAUSE_MS)
      const thief = await thiefWithOwnPin(model, real)
      if (!thief) return
      const header = await pinHeader(thief, THIEFS_PIN, 'ACCOUNT_DELETE')
      const body = { reason: 'OTHER', agreed: true } as const
      const { code } = await thief.call('account.delete', { body }, header)
      if (code === 0) model.status = 'DELETED'
    }),
  ),
  fc
    .constantFrom('SUSPENDED' as const, 'ACTIVE' as const)
    .map((status) =>
      action(`the status ${status}`, (model, real) => setStatus(model, real, status)),
    ),
]

const ownersActions = [
  fc.integer({ min: 1, max: 12 }).map((hours) =>
    action(`${hours} hours pass`, async (_, { server }) => {
      server.clock.advance(hours * HOUR_MS)
      await server.worker.runDue()
    }),
  ),
  fc.integer({ min: 1, max: 6 }).map((times) =>
    action(`the owner mistypes ${times} times`, async (_, { phone, record }) => {
      for (let time = 0; time < times; time += 1) {
        await enterPin(phone, WRONG_PIN, 'WALLET_USE', record)
      }
    }),
  ),
  fc.boolean().map((hasDevice) =>
    action(`the owner proves the PIN elsewhere, device key ${hasDevice}`, async (model, real) => {
      await proveElsewhere(model, real, hasDevice)
    }),
  ),
]

/**
 * Enters the PIN on another device of the owner, optionally with an older app without device keys.
 */
export async function proveElsewhere(model: Model, real: Real, hasDevice: boolean) {
  const second = openBrowser(real.server, hasDevice ? undefined : 'no device key')
  if (!(await logInOn(second, model, real))) return
  const { data: state } = await second.call('pin.state', {})
  if (state?.pinKeyId !== real.record.pinKeyId) return
  const { code } = await enterPin(second, PIN)
  if (code !== 0) return
  model.sharedResets += 1
  if (!hasDevice) model.isShared = true
}

export const pinCommands = fc.commands([...remoteActions, ...remoteActions, ...ownersActions], {
  maxCommands: 14,
  size: 'max',
})

export type OpenResult = { kek: string | undefined; waitedMs: number; code: number }

/**
 * Opens the record on the owner's device and waits as long as the server says, while the rival
 * keeps guessing. An enrolled device needs no session. Any other device logs in with a new
 * password, which ends the rival's sessions. When no log-in is possible, the rival uses every
 * attempt for longer than the TTL of an unused key; then the owner gets one.
 */
export async function openOnPhone(model: Model, real: Real): Promise<OpenResult> {
  const { server, record } = real
  const isEnrolled = isPhoneEnrolled(real)
  const logsIn = !isEnrolled && model.status === 'ACTIVE'
  const isContested = isEnrolled || logsIn
  const phone = await samePhone(real)
  if (logsIn) await logInWithNewPassword(phone, model, real)
  if (isContested) await thiefGuesses(model, real)
  else await thiefUsesEveryAttempt(model, real, DELETED_PIN_KEY_TTL_MS + 2 * DAY_MS)
  const first = await evaluatePin(phone, PIN, record)
  if (first.entry) return { kek: first.entry.kek, waitedMs: 0, code: 0 }
  const { retryAt } = (first.data ?? {}) as { retryAt?: string }
  const waitedMs = Date.parse(retryAt ?? '') - server.clock.now.getTime()
  if (Number.isNaN(waitedMs)) return { kek: undefined, waitedMs: 0, code: first.code }
  server.clock.advance(waitedMs)
  if (isContested) await thiefGuesses(model, real)
  // A session expires after a day without use.
  const waited = await samePhone(real)
  if (logsIn) await logInOn(waited, model, real)
  const { entry, code } = await evaluatePin(waited, PIN, record)
  return { kek: entry?.kek, waitedMs, code }
}

/**
 * A device is recognised by its device key or, without one, by the refresh cookie of the session
 * that set the PIN.
 */
function isPhoneEnrolled({ phone, isEnrolled }: Real): boolean {
  return isEnrolled && (phone.deviceKey !== undefined || phone.cookies.has(REFRESH_COOKIE))
}

/**
 * Restarts the device; without a device key it keeps only the refresh token, whatever the state of
 * the session.
 */
async function samePhone({ server, phone }: Real): Promise<Browser> {
  const same = openBrowser(server, phone.deviceKey ?? 'no device key')
  const refresh = phone.cookies.get(REFRESH_COOKIE)
  if (phone.deviceKey || refresh === undefined) return same
  same.cookies.set(REFRESH_COOKIE, refresh)
  await same.call('auth.reissue', {})
  return same
}

async function thiefUsesEveryAttempt(model: Model, real: Real, forMs: number): Promise<void> {
  const { server } = real
  const endsAtMs = server.clock.now.getTime() + forMs
  while (server.clock.now.getTime() < endsAtMs) {
    server.clock.advance(DAY_MS)
    await server.worker.runDue()
    const before = model.guesses
    for (let time = 0; time <= PIN_MAX_ATTEMPTS; time += 1) {
      await guess(model, real, openBrowser(server), true)
      if (model.guesses === before) break
    }
  }
}

async function logInWithNewPassword(phone: Browser, model: Model, real: Real): Promise<void> {
  if (!(await resetPassword(model, real, 'Owners123!'))) {
    // The rival has used up the daily resets, for which access to the mailbox is needed.
    real.server.clock.advance(DAY_MS)
    if (!(await resetPassword(model, real, 'Owners123!')))
      throw new Error('The password could not be reset after a day')
  }
  await logInOn(phone, model, real)
}

/** Guesses with the newest earlier sessions and on a new device without a session. */
async function thiefGuesses(model: Model, real: Real): Promise<void> {
  for (const thief of [...real.thieves.slice(-2), openBrowser(real.server)]) {
    await guess(model, real, thief, true)
  }
}

export async function retiredAtOf({ server, record }: Real): Promise<Date | undefined> {
  const [row] = await rowsOf<{ retiredAt: string | Date | null }>(
    server.ctx.db,
    sql`select retired_at as "retiredAt" from pin_keys where id = ${record.pinKeyId}`,
  )
  return row?.retiredAt ? new Date(row.retiredAt) : undefined
}

/**
 * Returns the documented bound: five attempts immediately, then one after 1, 2, 4, 8, 16 and every
 * further 24 hours.
 */
export function triesWhileRetired(spanMs: number): number {
  let [tries, waitHours, leftMs] = [PIN_MAX_ATTEMPTS, 1, spanMs]
  while (leftMs >= waitHours * HOUR_MS) {
    leftMs -= waitHours * HOUR_MS
    waitHours = Math.min(24, 2 * waitHours)
    tries += 1
  }
  return tries
}
