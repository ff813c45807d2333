import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { WITHDRAWAL_PAUSE_MS } from '@solstice/rules/account'
import { HOUR_MS } from '@solstice/rules/duration'
import { PIN_MAX_ATTEMPTS } from '@solstice/rules/pin'
import { rowsOf } from '#/platform/db.ts'
import type { TestApp } from './test-app.ts'
import { mailedCode, openBrowser, type Browser } from './test-member.ts'
import { blindPin, enrolPin, enterPin, evaluatePin, PIN, pinHeader } from './test-pin.ts'

const WRONG = '000000'
const THIEFS_PIN = '111111'

export type Record = { pinKeyId: string; salt: string; kek: string }

export type Real = {
  server: TestApp
  email: string
  userId: number
  /** The phone that holds the record, with the cookies of its session. */
  phone: Browser
  record: Record
  /** Devices that the thief has logged in with. */
  thieves: Browser[]
}

/** What the rules say of the key of the record, counted independently of the server. */
export type Model = {
  password: string
  /** Answered evaluations of others than the phone. */
  guesses: number
  /** Right PINs on the shared count: each opens five tries for everybody again. */
  sharedResets: number
}

type Step = fc.AsyncCommand<Model, Real>

/** A remote action; it may be refused, which is none of the model's business. */
function action(name: string, run: (model: Model, real: Real) => Promise<void>): Step {
  return { check: () => true, run, toString: () => name }
}

const KINDS = ['new device', 'used device', 'no device key'] as const
type Kind = (typeof KINDS)[number]

function aBrowser({ server, thieves }: Real, kind: Kind): Browser {
  if (kind === 'no device key') return openBrowser(server, kind)
  return openBrowser(server, kind === 'used device' ? thieves.at(-1)?.deviceKey : undefined)
}

async function logIn(model: Model, real: Real, kind: Kind): Promise<Browser | undefined> {
  const browser = aBrowser(real, kind)
  const { email } = real
  const reply = await browser.call('auth.login', { body: { email, password: model.password } })
  if (reply.code !== 0) return undefined
  real.thieves.push(browser)
  return browser
}

/** Guesses at the key of the record, by its id or as the PIN in use. */
async function guess(model: Model, real: Real, browser: Browser, byId: boolean): Promise<void> {
  const { pinKeyId, salt } = real.record
  const isInUse = (await browser.call('pin.state', {})).data?.pinKeyId === pinKeyId
  const { blinded } = blindPin(WRONG, salt)
  const reply = await browser.call('pin.evaluate', {
    body: byId ? { blinded, pinKeyId } : { blinded },
  })
  if (reply.code !== 0 || !reply.data) return
  if (byId || isInUse) model.guesses += 1
  const proof = blindPin(WRONG, salt).blinded
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

async function resetPassword(model: Model, real: Real, password: string): Promise<void> {
  const { server, email } = real
  const browser = openBrowser(server)
  const mailsBefore = server.mails.length
  const sent = await browser.call('auth.checkResetEmail', { body: { email } })
  // A suspended member is answered like an active one, without a mail.
  if (sent.code !== 0 || server.mails.length === mailsBefore) return
  const code = mailedCode(server, email)
  const verified = await browser.call('auth.verifyCode', {
    body: { email, code, purpose: 'RESET' },
  })
  if (!verified.data) return
  const { completeCode } = verified.data
  const reset = await browser.call('auth.resetPassword', {
    body: { email, completeCode, password },
  })
  if (reset.code === 0) model.password = password
}

const setStatus = ({ server, userId }: Real, status: string) =>
  server.ctx.db.execute(sql`update members set status = ${status}
    where id = ${userId} and deleted_at is null`)

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
  fc
    .constantFrom('Thief123!', 'Thief456!')
    .map((password) =>
      action('a password reset', async (model, real) => resetPassword(model, real, password)),
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
      // A replaced PIN pauses deletion.
      real.server.clock.advance(WITHDRAWAL_PAUSE_MS)
      const thief = await thiefWithOwnPin(model, real)
      if (!thief) return
      const header = await pinHeader(thief, THIEFS_PIN, 'ACCOUNT_DELETE')
      await thief.call('account.delete', { body: { reason: 'OTHER', agreed: true } }, header)
    }),
  ),
  fc
    .constantFrom('SUSPENDED', 'ACTIVE')
    .map((status) =>
      action(`the status ${status}`, async (_, real) => void (await setStatus(real, status))),
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
        await enterPin(phone, WRONG, 'WALLET_USE', record)
      }
    }),
  ),
  fc.constant(
    action('the owner proves the PIN on a second phone', async (model, real) => {
      const second = openBrowser(real.server)
      const body = { email: real.email, password: model.password }
      const { data } = await second.call('auth.login', { body })
      const state = data && (await second.call('pin.state', {})).data
      if (state?.pinKeyId !== real.record.pinKeyId) return
      const { code } = await enterPin(second, PIN)
      if (code === 0) model.sharedResets += 1
    }),
  ),
]

export const pinCommands = fc.commands([...remoteActions, ...remoteActions, ...ownersActions], {
  maxCommands: 14,
  size: 'max',
})

export type Opened = { kek: string | undefined; waitedMs: number; code: number }

/** The owner opens the record on the phone, without a session, and waits as long as it is told to. */
export async function openOnPhone({ server, phone, record }: Real): Promise<Opened> {
  const signedOut = openBrowser(server, phone.deviceKey)
  const first = await evaluatePin(signedOut, PIN, record)
  if (first.entry) return { kek: first.entry.kek, waitedMs: 0, code: 0 }
  const { retryAt } = (first.data ?? {}) as { retryAt?: string }
  const waitedMs = Date.parse(retryAt ?? '') - server.clock.now.getTime()
  if (Number.isNaN(waitedMs)) return { kek: undefined, waitedMs: 0, code: first.code }
  server.clock.advance(waitedMs)
  const { entry, code } = await evaluatePin(signedOut, PIN, record)
  return { kek: entry?.kek, waitedMs, code }
}

export async function retiredAtOf({ server, record }: Real): Promise<Date | undefined> {
  const [row] = await rowsOf<{ retiredAt: string | Date | null }>(
    server.ctx.db,
    sql`select retired_at as "retiredAt" from pin_keys where id = ${record.pinKeyId}`,
  )
  return row?.retiredAt ? new Date(row.retiredAt) : undefined
}

/** The documented bound: five tries at once, then one after 1, 2, 4, 8, 16 and each further 24 hours. */
export function triesWhileRetired(spanMs: number): number {
  let [tries, waitHours, leftMs] = [PIN_MAX_ATTEMPTS, 1, spanMs]
  while (leftMs >= waitHours * HOUR_MS) {
    leftMs -= waitHours * HOUR_MS
    waitHours = Math.min(24, 2 * waitHours)
    tries += 1
  }
  return tries
}
