import { randomInt } from 'node:crypto'
import { PIN_ITERATIONS } from '@solstice/rules/pin'
import { blindPin } from '../../apps/web/src/lib/pin-oprf.ts'
import { ApiSession } from './api.ts'
import { DEMO } from './log-in.ts'
import { PIN, PIN_SALT } from './pin-stretch.ts'

export { PIN }

export type TestMember = { email: string; password: string; pin: string; api: ApiSession }

export const PASSWORD = 'Winter-Sun7'

/** Creates an account without using the screens, with a PIN by default. */
export async function createMember(
  origin: string,
  given: { email?: string; pin?: string | null; referralCode?: string } = {},
): Promise<TestMember> {
  const api = new ApiSession(origin)
  const email = given.email ?? `member-${Date.now()}-${randomInt(1_000_000)}@example.com`
  await api.call('auth.sendSignUpCode', { body: { email } })
  const { completeCode } = await api.call('auth.verifyCode', {
    body: { email, code: await mailedCode(origin, email), purpose: 'SIGNUP' },
  })
  await api.call('auth.signUp', {
    body: {
      email,
      password: PASSWORD,
      completeCode,
      agreements: { termsOfService: true, privacyPolicy: true },
      ...(given.referralCode ? { referralCode: given.referralCode } : {}),
    },
  })
  const pin = given.pin === undefined ? PIN : given.pin
  if (pin !== null) await setPin(api, pin)
  return { email, password: PASSWORD, pin: pin ?? '', api }
}

/** Returns the seeded account and sets its PIN at the first use. */
export async function demoMember(origin: string): Promise<TestMember> {
  const api = new ApiSession(origin)
  const { hasPin } = await api.call('auth.login', { body: DEMO })
  if (!hasPin) await setPin(api, PIN)
  return { ...DEMO, pin: PIN, api }
}

async function mailedCode(origin: string, email: string): Promise<string> {
  const reply = await fetch(`${origin}/dev/mailbox?to=${encodeURIComponent(email)}`)
  const mails = (await reply.json()) as { code?: string }[]
  return mails.find((mail) => mail.code)?.code ?? ''
}

/** Uses the app's own PIN code, so that the app accepts the PIN. */
async function setPin(api: ApiSession, pin: string): Promise<void> {
  const stretch = { salt: PIN_SALT, iterations: PIN_ITERATIONS }
  const entry = await blindPin(pin, stretch)
  const { enrolmentId, evaluated } = await api.call('pin.enrol', {
    body: { ...stretch, blinded: entry.blinded },
  })
  const { proof } = await entry.finish(evaluated)
  await api.call('pin.set', { body: { enrolmentId, proof } })
}
