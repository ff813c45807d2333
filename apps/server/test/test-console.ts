import { endpoints } from '@solstice/contract/catalogue'
import type { Endpoint, OperatorRole } from '@solstice/contract/endpoint'
import type { Envelope } from '@solstice/contract/envelope'
import type { CallData } from '@solstice/contract/wire'
import { OPERATOR_SESSION_TTL_MS, STEP_UP_TTL_MS } from '@solstice/rules/operator'
import { hashOf } from '#/modules/operator/operator-secret.ts'
import { currentOperatorCode } from '#/modules/operator/development-code.service.ts'
import { seedPerson } from '#/modules/operator/seed-person.service.ts'
import { urlOf } from './call-url.ts'
import { CONSOLE_ORIGIN, type TestApp } from './test-app.ts'
import { cookieHeader, keepCookies } from './test-member.ts'
import { withReason, type OperatorCall } from './test-operator.ts'
import { softwarePasskey } from './software-passkey.ts'

/** The headers that the console's own pages send with every call. */
export const CONSOLE_HEADERS = { 'sec-fetch-site': 'same-origin', 'x-solstice-console': '1' }
export const OPERATOR_PASSWORD = 'a long enough password'

/** A browser at the console: cookies and a way to call. */
export type ConsoleBrowser = {
  cookies: Map<string, string>
  call: OperatorCall
}

/** Runs the queued jobs after each call, so that its mail can be read. */
export function openConsole(
  { console, worker }: Pick<TestApp, 'console' | 'worker'>,
  remoteAddress = '127.0.0.1',
) {
  const cookies = new Map<string, string>()
  const browser: ConsoleBrowser = {
    cookies,
    call: async (id, given, headers = {}) => {
      const { method, path }: Endpoint = endpoints[id]
      const input = withReason(id, given)
      const response = await console.inject({
        method,
        url: urlOf(path, input),
        remoteAddress,
        headers: {
          ...CONSOLE_HEADERS,
          cookie: cookieHeader(cookies),
          ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(input.body === undefined ? {} : { payload: JSON.stringify(input.body) }),
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
  return browser
}

let counter = 0

export type TestPerson = ConsoleBrowser & {
  operatorId: number
  name: string
  email: string
  role: OperatorRole
  /** Returns a code of the authenticator app that was not used yet. */
  code: () => Promise<string>
}

/** Creates an enrolled person with a password and an app, who is signed in to the console. */
export async function aPerson(
  test: TestApp,
  role: OperatorRole = 'OWNER',
  browser = openConsole(test),
): Promise<TestPerson> {
  counter += 1
  const name = `${role.toLowerCase()}.person-${counter}`
  const email = `${name}@harbor.example`
  const person = { name, email, role, password: OPERATOR_PASSWORD }
  const operatorId = await seedPerson(test.ctx.db, test.ctx, person)
  const code = () => codeOf(test, email)
  await signIn(test, browser, email)
  return { ...browser, operatorId, name, email, role, code }
}

export async function codeOf({ ctx }: TestApp, email: string): Promise<string> {
  const code = await currentOperatorCode(ctx, email)
  if (code === undefined) throw new Error(`${email} has no authenticator app`)
  return code
}

/** Signs in with password and code; the caller's cookies then hold the session. */
export async function signIn(
  test: TestApp,
  browser: ConsoleBrowser,
  email: string,
): Promise<CallData<'operatorAuth.finish'>> {
  const begun = await browser.call('operatorAuth.begin', {
    body: { email, password: OPERATOR_PASSWORD },
  })
  const reply = await browser.call('operatorAuth.finish', {
    params: { loginId: begun.data?.loginId ?? '' },
    body: { code: await codeOf(test, email) },
  })
  if (reply.code !== 0 || !reply.data) throw new Error(`${email} was refused with ${reply.code}`)
  return reply.data
}

/** The row of a session that begins now, for tests that need many of them. */
export function aSessionRow({ operatorId }: { operatorId: number }, token: string, now: Date) {
  return {
    operatorId,
    tokenHash: hashOf(token),
    factor: 'TOTP' as const,
    createdAt: now,
    lastUsedAt: now,
    endsAt: new Date(now.getTime() + OPERATOR_SESSION_TTL_MS),
    steppedUpUntil: new Date(now.getTime() + STEP_UP_TTL_MS),
  }
}

/** Adds a passkey to a signed-in person, for calls and approvals that need one. */
export async function addPasskey(person: ConsoleBrowser) {
  const passkey = softwarePasskey(CONSOLE_ORIGIN)
  const options = await person.call('operatorAuth.factorOptions', {})
  if (!options.data) throw new Error(`The options were refused with ${options.code}`)
  const added = await person.call('operatorAuth.addFactor', {
    body: { setupId: options.data.setupId, passkey: passkey.create(options.data.passkey) },
  })
  if (added.code !== 0) throw new Error(`The passkey was refused with ${added.code}`)
  return passkey
}

type Passkey = ReturnType<typeof softwarePasskey>

/** Confirms a signed-in person with their passkey. */
export async function stepUpWith(person: ConsoleBrowser, passkey: Passkey): Promise<void> {
  const { data } = await person.call('operatorAuth.stepUpOptions', {})
  const { code } = await person.call('operatorAuth.stepUp', {
    body: { passkey: passkey.sign({ challenge: data?.passkey?.challenge ?? '' }) },
  })
  if (code !== 0) throw new Error(`The confirmation was refused with ${code}`)
}

export async function signInWith(person: ConsoleBrowser, passkey: Passkey): Promise<void> {
  const { data } = await person.call('operatorAuth.begin', { body: {} })
  const { code } = await person.call('operatorAuth.finish', {
    params: { loginId: data?.loginId ?? '' },
    body: { passkey: passkey.sign({ challenge: data?.passkey?.challenge ?? '' }) },
  })
  if (code !== 0) throw new Error(`The sign-in was refused with ${code}`)
}

/** Returns the code of the link that was mailed last to this address. */
export function mailedLink({ mails }: TestApp, email: string): string {
  const mail = mails.findLast(({ to, text }) => to === email && text.includes('/enrol/'))
  const code = /\/enrol\/([\w-]{43})/.exec(mail?.text ?? '')?.[1]
  if (code === undefined) throw new Error(`No link was mailed to ${email}`)
  return code
}

/** Returns the code of the link with which a removed person can object. */
export function objectionCode({ mails }: TestApp, email: string): string {
  const mail = mails.findLast(({ to, text }) => to === email && text.includes('/object/'))
  const code = /\/object\/([\w-]{43})/.exec(mail?.text ?? '')?.[1]
  if (code === undefined) throw new Error(`No link to object was mailed to ${email}`)
  return code
}

/** Returns the subjects of the mails to this address, oldest first. */
export function mailsTo({ mails }: TestApp, email: string): string[] {
  return mails.filter(({ to }) => to === email).map(({ subject }) => subject)
}
