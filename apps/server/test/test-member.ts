import { sql } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { endpoints, type CallId } from '@solstice/contract/catalogue'
import type { Endpoint } from '@solstice/contract/endpoint'
import type { Envelope } from '@solstice/contract/envelope'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { urlOf } from './call-url.ts'
import { aDeviceKey, proofHeader, type DeviceKey } from './device-key.ts'
import { ORIGIN, type TestApp } from './test-app.ts'

export const PASSWORD = 'Abcdef1!'

export type Reply<Data> = Envelope<Data> & {
  status: number
  headers: LightMyRequestResponse['headers']
}

/** A member's device as the server sees it: cookies, a device key and a way to call. */
export type Browser = {
  cookies: Map<string, string>
  /** Undefined for a caller without a device key. */
  deviceKey: DeviceKey | undefined
  call: <Id extends CallId>(
    id: Id,
    input: CallInput<Id>,
    headers?: Record<string, string>,
  ) => Promise<Reply<CallData<Id>>>
}

/** Runs the queued jobs after each call, so that its mail can be read. */
export function openBrowser(
  { app, worker, clock }: Pick<TestApp, 'app' | 'worker' | 'clock'>,
  device: DeviceKey | 'no device key' = aDeviceKey(),
  ip = '127.0.0.1',
): Browser {
  const cookies = new Map<string, string>()
  const key = device === 'no device key' ? undefined : device
  return {
    cookies,
    deviceKey: key,
    call: async (id, input, headers = {}) => {
      const { method, path, device: requiresDeviceProof }: Endpoint = endpoints[id]
      const url = urlOf(path, input)
      const body = input.body === undefined ? '' : JSON.stringify(input.body)
      const proven = { method, url: ORIGIN + url.split('?', 1).join(''), body, at: clock.now }
      const response = await app.inject({
        method,
        url,
        remoteAddress: ip,
        headers: {
          ...(requiresDeviceProof && key ? proofHeader(key, proven) : {}),
          origin: ORIGIN,
          cookie: cookieHeader(cookies),
          ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(input.body === undefined ? {} : { payload: body }),
      })
      keepCookies(cookies, response)
      await worker.runDue()
      const { statusCode: status } = response
      return {
        ...response.json<Envelope<CallData<typeof id>>>(),
        status,
        headers: response.headers,
      }
    },
  }
}

let counter = 0

export function anEmail(): string {
  counter += 1
  return `member-${process.pid}-${counter}@harbor.example`
}

type SignUpOptions = {
  email?: string
  password?: string
  referralCode?: string | undefined
  device?: DeviceKey | 'no device key' | undefined
  ip?: string | undefined
}

/** Signs a member up through the API, from the first mail to the open session. */
export async function signUpMember(
  test: TestApp,
  { email = anEmail(), password = PASSWORD, referralCode, device, ip }: SignUpOptions = {},
): Promise<Browser & { email: string; userId: number }> {
  const browser = openBrowser(test, device, ip)
  const completeCode = await verifiedCode(test, browser, email)
  const { data } = await browser.call('auth.signUp', {
    body: {
      email,
      password,
      completeCode,
      agreements: { termsOfService: true, privacyPolicy: true },
      ...(referralCode === undefined ? {} : { referralCode }),
    },
  })
  if (!data) throw new Error('The sign-up was refused')
  return { ...browser, email, userId: data.userId }
}

/** Logs a member in on another browser, which is a new device unless the test passes one. */
export async function logInElsewhere(
  test: TestApp,
  { email }: { email: string },
  { password = PASSWORD, device }: { password?: string; device?: SignUpOptions['device'] } = {},
): Promise<Browser & { hasPin: boolean }> {
  const browser = openBrowser(test, device)
  const { data, code } = await browser.call('auth.login', { body: { email, password } })
  if (!data) throw new Error(`The login was refused with ${code}`)
  return { ...browser, hasPin: data.hasPin }
}

/**
 * Logs in again, because a session expires after a day without use; call it after moving the clock
 * by days.
 */
export async function logInAgain(member: Browser & { email: string }): Promise<void> {
  const { email } = member
  await member.call('auth.login', { body: { email, password: PASSWORD } })
}

/** Suspends a member directly in the database. */
export async function suspend({ ctx }: TestApp, userId: number): Promise<void> {
  await ctx.db.execute(sql`update members set status = 'SUSPENDED' where id = ${userId}`)
}

export async function verifiedCode(
  test: TestApp,
  browser: Browser,
  email: string,
): Promise<string> {
  await browser.call('auth.sendSignUpCode', { body: { email } })
  const code = mailedCode(test, email)
  const { data } = await browser.call('auth.verifyCode', {
    body: { email, code, purpose: 'SIGNUP' },
  })
  if (!data) throw new Error('The code was refused')
  return data.completeCode
}

export function mailedCode(test: TestApp, email: string): string {
  const mail = test.mails.findLast(({ to }) => to === email.toLowerCase())
  if (!mail?.code) throw new Error(`No code was mailed to ${email}`)
  return mail.code
}

export function cookieHeader(cookies: Map<string, string>): string {
  return Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')
}

export function keepCookies(cookies: Map<string, string>, response: LightMyRequestResponse): void {
  for (const { name, value, maxAge } of response.cookies) {
    if (maxAge === 0) cookies.delete(name)
    else cookies.set(name, value)
  }
}
