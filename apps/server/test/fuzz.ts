import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { endpoints, schemas, type CallId } from '@solstice/contract/catalogue'
import { Code, httpStatusOf } from '@solstice/contract/codes'
import type { Endpoint } from '@solstice/contract/endpoint'
import type { CallSchemas } from '@solstice/contract/schema'
import { newSecret } from '#/modules/operator/operator-secret.ts'
import { insertSession } from '#/modules/operator/operator-session.queries.ts'
import { openSession } from '#/modules/session/session.service.ts'
import { createMember } from '#/modules/users/users.service.ts'
import { nearlyValid, type FieldValues } from './arbitrary-call.ts'
import { ORIGIN, type TestApp } from './test-app.ts'
import { anOperator } from './test-operator.ts'
import { aPerson, aSessionRow, CONSOLE_HEADERS, type TestPerson } from './test-console.ts'
import { anEmail, cookieHeader, openBrowser, PASSWORD, type Browser } from './test-member.ts'
import { aSalt, blindPin, enrolPin, evaluatePin, pinHeader } from './test-pin.ts'

const PIN = '135790'

export type Request = {
  params: unknown
  query: unknown
  body: { json: unknown } | { raw: string }
  headers: Record<string, string>
  session: 'real' | 'none' | 'nonsense'
  withPin: boolean
  /**
   * Rate limits are reset before the request, so that a call is not exhausted after ten of them.
   */
  unlimited: boolean
}

type Tally = Map<number, number>

/**
 * Sends one call invalid input: near-valid and random values in path, query, body and headers.
 * Throws on the first response that is a fault, is not an envelope, or has a code the contract does
 * not name.
 */
export async function fuzzCall(
  server: TestApp,
  id: CallId,
  { requests, seed }: { requests: number; seed: number },
): Promise<Tally> {
  const tally: Tally = new Map()
  const endpoint: Endpoint = endpoints[id]
  const allowed = codesOf(endpoint, schemas[id])
  const caller = await aCaller(server, endpoint)
  await fc.assert(
    fc.asyncProperty(requestOf(schemas[id]), async (request) => {
      const code = await sendOne(server, { endpoint, caller, request, allowed })
      tally.set(code, (tally.get(code) ?? 0) + 1)
    }),
    { numRuns: requests, seed, endOnFailure: true, includeErrorInReport: true },
  )
  return tally
}

/** Returns every code that the contract allows for this call. */
export function codesOf(endpoint: Endpoint, schema: CallSchemas): Set<number> {
  const codes = new Set<number>([Code.SUCCESS, Code.INVALID_REQUEST, ...endpoint.codes])
  if (endpoint.access !== 'public') codes.add(Code.TOKEN_EXPIRED)
  if (endpoint.access === 'operator' || endpoint.method !== 'GET') codes.add(Code.ACCESS_DENIED)
  if (endpoint.limits) codes.add(Code.TOO_MANY_REQUESTS)
  if (schema.params) codes.add(Code.NOT_FOUND)
  if (endpoint.device) codes.add(Code.DEVICE_PROOF_INVALID)
  if (endpoint.stepUp) codes.add(Code.STEP_UP_REQUIRED)
  return codes
}

type Caller = {
  server: TestApp
  browser: Browser
  email: string
  /** Set for calls of operators. */
  authorization: string | undefined
  /** Set for calls that only the console's host serves. */
  person: TestPerson | undefined
  alive: boolean
  /** Hashing is slow, so all members of this caller share one hash. */
  passwordHash?: Promise<string>
}

export async function aCaller(server: TestApp, { access, console }: Endpoint): Promise<Caller> {
  const operator = access === 'operator' && !console ? await anOperator(server) : undefined
  const caller: Caller = {
    server,
    browser: openBrowser(server),
    email: '',
    authorization: operator && `Bearer ${operator.token}`,
    person: console ? await aPerson(server) : undefined,
    alive: false,
  }
  await renewMember(caller)
  return caller
}

/** Some calls end the session or delete the member, so the next request needs a new member. */
async function renewMember(caller: Caller): Promise<void> {
  const { ctx } = caller.server
  caller.email = anEmail()
  const member = await createMember(ctx, {
    email: caller.email,
    passwordHash: await (caller.passwordHash ??= ctx.passwords.hash(PASSWORD)),
    language: 'en',
    referredBy: undefined,
  })
  const signIn = { keepLoggedIn: false, userAgent: undefined }
  const tokens = await openSession(ctx, member.id, signIn)
  caller.browser.cookies.set('solstice_access', tokens.access)
  caller.browser.cookies.set('solstice_refresh', tokens.refresh)
  await enrolPin(caller.browser, PIN)
  caller.alive = true
}

/**
 * Placeholders for values that only the current caller has; they are filled in when the request is
 * sent.
 */
const OWN = {
  email: '<own email>',
  pinKeyId: '<own pinKeyId>',
  evaluationId: '<own evaluationId>',
  proof: '<own proof>',
}

const SAMPLE_VALUES: FieldValues = {
  '*': [OWN.email, PASSWORD, '1', '2026-06-23T08:00:00.000Z', `0x${'a'.repeat(40)}`, 'x'],
  email: [OWN.email, OWN.email, 'nobody@harbor.example', ' Nobody@Harbor.example '],
  password: [PASSWORD, 'Another1!', 'wrong'],
  currentPassword: [PASSWORD, 'wrong'],
  newPassword: ['Another1!', 'wrong'],
  completeCode: ['x'.repeat(43)],
  code: ['123456', ' 123 456 '],
  nickname: ['Sailor2026', '여름밤하늘별', 'abc_123'],
  referralCode: ['ZZZZZZZZ', ''],
  image: ['data:image/png;base64,iVBORw0KGgo=', 'data:image/png;base64,AAAA'],
  address: ['0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', `0x${'a'.repeat(40)}`, 'xyz'],
  credentialId: ['device-1', 'device-2'],
  salt: [aSalt()],
  blinded: [blindPin(PIN, aSalt()).blinded, 'A'.repeat(43)],
  pinKeyId: [OWN.pinKeyId],
  evaluationId: [OWN.evaluationId, OWN.evaluationId, '00000000-0000-4000-8000-000000000000'],
  proof: [OWN.proof, aSalt()],
}

/** Fills in only what the request contains, because a PIN entry is slow. */
async function fillIn({ browser, email }: Caller, request: Request): Promise<Request> {
  const text = JSON.stringify(request)
  const isUsed = (name: keyof typeof OWN) => text.includes(OWN[name])
  const own = new Map([[OWN.email, email]])
  if (isUsed('pinKeyId')) {
    own.set(OWN.pinKeyId, (await browser.call('pin.state', {})).data?.pinKeyId ?? '-')
  }
  if (isUsed('evaluationId') || isUsed('proof')) {
    const { entry } = await evaluatePin(browser, PIN)
    own.set(OWN.evaluationId, entry?.evaluationId ?? '-')
    own.set(OWN.proof, entry?.proof ?? '-')
  }
  const filled = (value: unknown): unknown => {
    if (typeof value === 'string') return own.get(value) ?? value
    if (Array.isArray(value)) return value.map(filled)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one)]))
  }
  const { params, query, body } = request
  return {
    ...request,
    params: filled(params),
    query: filled(query),
    body: 'json' in body ? { json: filled(body.json) } : body,
  }
}

const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 300 })

function requestOf(schema: CallSchemas): fc.Arbitrary<Request> {
  const part = (one: CallSchemas['body']) =>
    one ? nearlyValid(one, SAMPLE_VALUES) : fc.constant(undefined)
  return fc.record({
    params: part(schema.params),
    query: part(schema.query),
    body: fc.oneof(
      { weight: 19, arbitrary: part(schema.body).map((json) => ({ json })) },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }).map((raw) => ({ raw })) },
    ),
    headers: fc.record(
      {
        'accept-language': ascii,
        'idempotency-key': ascii,
        'x-pin-token': ascii,
        dpop: ascii,
        authorization: ascii.map((token) => `Bearer ${token}`),
        'user-agent': ascii,
      },
      { requiredKeys: [] },
    ),
    session: fc.constantFrom('real', 'real', 'real', 'real', 'none', 'nonsense'),
    withPin: fc.boolean(),
    unlimited: fc.nat({ max: 3 }).map((draw) => draw > 0),
  })
}

function toJson(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value)
}

type SendInput = { endpoint: Endpoint; caller: Caller; request: Request; allowed: Set<number> }

export async function sendOne(
  server: TestApp,
  { endpoint, caller, request: drawn, allowed }: SendInput,
): Promise<number> {
  if (!caller.alive) await renewMember(caller)
  if (drawn.unlimited && endpoint.limits) await server.ctx.db.execute(sql`delete from rate_limits`)
  const request = await fillIn(caller, drawn)
  const payload = 'raw' in request.body ? request.body.raw : toJson(request.body.json)
  server.log.text = ''
  const pin =
    endpoint.pin && request.withPin ? await pinHeader(caller.browser, PIN, endpoint.pin) : {}
  if (caller.person) await renewSession(server, caller.person)
  const response = await server[endpoint.console ? 'console' : 'app'].inject({
    method: endpoint.method,
    url: addressOf(endpoint.path, request),
    headers: {
      ...request.headers,
      ...pin,
      ...(endpoint.console ? CONSOLE_HEADERS : {}),
      origin: ORIGIN,
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...credentialsOf(caller, request.session),
    },
    ...(payload === undefined ? {} : { payload }),
  })
  const problem = problemOf(response.statusCode, response.body, allowed)
  if (problem) {
    const log = server.log.text.slice(0, 2000)
    throw new Error(`${endpoint.method} ${endpoint.path}: ${problem}\n${response.body}\n${log}`)
  }
  const { code } = response.json<{ code: number }>()
  if (endpoint.method !== 'GET' && !REJECTED_CODES.has(code)) {
    await server.worker.runDue()
    if (request.session === 'real') caller.alive = await isAlive(caller)
  }
  return code
}

/** The call was rejected before it had any effect, so no job is due and no session was lost. */
const REJECTED_CODES = new Set<number>([
  Code.INVALID_REQUEST,
  Code.ACCESS_DENIED,
  Code.TOO_MANY_REQUESTS,
])

async function isAlive({ browser }: Caller): Promise<boolean> {
  const { data } = await browser.call('users.me', {})
  return data?.hasPin === true
}

function problemOf(status: number, body: string, allowed: Set<number>): string | undefined {
  if (status >= 500) return `answered ${status}`
  const reply = readJson(body)
  if (typeof reply !== 'object' || reply === null) return 'returned no envelope'
  if (Object.keys(reply).toSorted().join() !== 'code,data,msg,success')
    return 'returned an envelope with other fields'
  const { code, success, msg } = reply as { code: unknown; success: unknown; msg: unknown }
  const known = Object.values(Code).find((one) => one === code)
  if (known === undefined) return `returned ${String(code)}, which is not in the catalogue`
  if (!allowed.has(known)) return `returned ${known}, which its contract does not declare`
  if (success !== (known === Code.SUCCESS))
    return `returned success ${String(success)} with ${known}`
  if (typeof msg !== 'string') return 'has no message'
  if (status !== httpStatusOf(known)) return `returned ${known} with status ${status}`
  return undefined
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Some calls end the session, so every request begins with a new one. */
async function renewSession({ ctx }: TestApp, person: TestPerson): Promise<void> {
  const token = newSecret(ctx)
  person.cookies.set('solstice_operator', token)
  await insertSession(ctx.db, aSessionRow(person, token, ctx.now()))
}

function credentialsOf(
  { browser, authorization, person }: Caller,
  session: Request['session'],
): Record<string, string> {
  if (session === 'none') return {}
  if (session === 'nonsense') return { cookie: 'solstice_access=a.b.c.d; solstice_refresh=r.1' }
  if (person) return { cookie: cookieHeader(person.cookies) }
  const cookie = Array.from(browser.cookies, ([name, value]) => `${name}=${value}`).join('; ')
  return { cookie, ...(authorization === undefined ? {} : { authorization }) }
}

function addressOf(path: string, { params, query }: Request): string {
  const values = new Map(pairsOf(params))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(values.get(name) ?? '1'))
  const search = pairsOf(query).map(([name, value]) => `${encode(name)}=${encode(value)}`)
  return search.length === 0 ? filled : `${filled}?${search.join('&')}`
}

/** Turns an array into a repeated key, as the app sends it. */
function pairsOf(values: unknown): [string, string][] {
  if (typeof values !== 'object' || values === null) return []
  return Object.entries(values).flatMap(([name, value]: [string, unknown]) =>
    (Array.isArray(value) ? value : [value]).map((one: unknown): [string, string] => [
      name,
      typeof one === 'string' ? one : (toJson(one) ?? ''),
    ]),
  )
}

/** A lone surrogate cannot be encoded in a URL. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
