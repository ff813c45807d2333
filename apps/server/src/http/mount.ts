import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { endpoints, schemas, type CallId } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import { isClosedInMaintenance, type Endpoint } from '@solstice/contract/endpoint'
import type { Language } from '@solstice/contract/messages'
import { PIN_TOKEN_HEADER } from '@solstice/contract/pin-purpose'
import type { ApprovalRuleName } from '@solstice/rules/approval-policy'
import type { CallSchemas } from '@solstice/contract/schema'
import type { CallData } from '@solstice/contract/wire'
import type { Operator } from '#/modules/operator/operator.service.ts'
import type { MemberSession } from '#/modules/session/session.service.ts'
import type { AppContext, Reads } from '#/platform/process/context.ts'
import type { Db, Transactions } from '#/platform/process/db.ts'
import type { ApprovalGate } from '#/modules/approval/approval-gate.service.ts'
import type { MountedCall, StoredInput } from '#/modules/approval/approval.service.ts'
import { attachToAudit } from '#/platform/books/audit.ts'
import { reasonIn } from '#/platform/books/audit-reason.ts'
import { refusalIn, refuseAfterCommit } from '#/platform/books/committed-refusal.ts'
import { KEY_MAX_LENGTH, runOnce } from '#/platform/books/idempotency.ts'
import { countCall } from '#/platform/books/limits.ts'
import { Refusal, refuse } from '#/platform/process/refusal.ts'
import { consoleCookies, type ConsoleCookies } from './console-cookies.ts'
import { sessionCookies, type SessionCookies } from './cookies.ts'
import { readDeviceProof, useDeviceProof } from './device-proof.ts'
import { languageOf } from './language.ts'
import { consoleSubjects, limitSubjects, signInSubject } from './limit-subjects.ts'
import { subjectOf } from './member-refusals.ts'
import type { OperatorAccess } from './operator-access.ts'
import { replicaReads } from './replica-reads.ts'

type Parsed<Id extends CallId, Name extends keyof CallSchemas> =
  (typeof schemas)[Id] extends Record<Name, infer Schema extends z.ZodType>
    ? z.output<Schema>
    : undefined

type If<
  Id extends CallId,
  Property,
  Then,
  Else = undefined,
> = (typeof endpoints)[Id] extends Property ? Then : Else

/** The input of a handler, parsed and validated against the contract. */
export type Call<Id extends CallId> = {
  params: Parsed<Id, 'params'>
  query: Parsed<Id, 'query'>
  body: Parsed<Id, 'body'>
  session: If<
    Id,
    { access: 'member' },
    MemberSession | If<Id, { device: 'replaces-session' }, undefined, never>
  >
  operator: If<Id, { access: 'operator' }, Operator>
  /** The transaction of an idempotent or gated call, its saved response and its approval. */
  tx: If<Id, { idempotent: true } | { approval: ApprovalRuleName }, Db>
  cookies: SessionCookies
  /** The context of a handler that may read from a replica. */
  reads: If<Id, { replica: string }, Reads>
  /** The cookies of a person who signs in to the console. */
  console: If<Id, { console: true }, ConsoleCookies>
  language: Language
  /** The unverified token of an entered PIN; the service that needs it verifies it. */
  pinToken: string | undefined
  userAgent: string | undefined
  ip: string
  /** The device whose key the caller proved, on calls that read such a proof. */
  deviceId: string | undefined
  /** The origin of the app as the caller reached it. */
  origin: string
}

/**
 * Serves one call of the contract. The handler's result becomes `data` of the envelope. `prepare`
 * runs external requests of an idempotent call before its transaction begins.
 */
export type Mount = <Id extends CallId, Prepared = undefined>(
  id: Id,
  handle: (call: Call<Id>, prepared: Prepared) => Promise<CallData<Id>>,
  prepare?: (call: Omit<Call<Id>, 'tx'>) => Promise<Prepared>,
) => void

export type MountOptions = {
  authenticate: (access: string | undefined) => Promise<MemberSession>
  /** Returns whether the refresh token would be exchanged now. */
  canReissue: (refresh: string | undefined) => Promise<boolean>
  operatorAccess: OperatorAccess
  /** The calls that this host serves; the others are not mounted. */
  serves: (endpoint: Endpoint) => boolean
  /** Records that an operator's call returned the file of a member, if it did. */
  recordRead: (
    operator: Operator,
    call: CallId,
    input: readonly unknown[],
    reply: unknown,
  ) => Promise<void>
  /** Throws while maintenance is on. */
  refuseInMaintenance: () => Promise<void>
  /** Returns whether this device has logged in to the account of this address before. */
  isKnownDevice: (email: string, deviceId: string) => Promise<boolean>
  /** Decides whether a call with an approval rule runs at once or becomes a proposal. */
  gate: ApprovalGate
  /** Receives every call with an approval rule, so that an approval can run it. */
  gatedCalls: Map<CallId, MountedCall>
  secureCookies: boolean
  publicOrigin: string | undefined
  /**
   * Outside production every response is checked against its schema, so that no field is missing or
   * leaks.
   */
  checkReplies: boolean
}

export function createMount(app: FastifyInstance, ctx: AppContext, options: MountOptions): Mount {
  const cookiesOf = sessionCookies(options.secureCookies)
  const replicas = replicaReads(ctx, options.secureCookies)
  const consoleCookiesOf = consoleCookies(options.secureCookies)
  return (id, handle, prepare) => {
    const endpoint: Endpoint = endpoints[id]
    if (!options.serves(endpoint)) return
    const schema: CallSchemas = schemas[id]
    const { limits = [] } = endpoint
    const isClosed = isClosedInMaintenance(endpoint)
    const isTransactional = endpoint.idempotent === true || endpoint.approval !== undefined
    const run = (
      tx: Db,
      call: Call<typeof id>,
      prepared: Parameters<typeof handle>[1],
    ): Promise<unknown> => {
      const reason = endpoint.access === 'operator' ? reasonIn(call.body) : undefined
      // Every audit entry of an operator's call states why, also when an approval runs it.
      if (reason !== undefined) attachToAudit(tx, { reason })
      return handle({ ...call, tx: tx as Call<typeof id>['tx'] }, prepared)
    }
    if (endpoint.approval !== undefined) {
      // An approval runs the call with the input that was stored, which belongs to `id`.
      const callOf = (input: StoredInput) =>
        ({ ...STORED_CALL, ...input }) as unknown as Call<typeof id>
      options.gatedCalls.set(id, {
        prepare: async (input) => prepare?.(callOf(input)),
        run: (tx, input, prepared) =>
          run(tx, callOf(input), prepared as Parameters<typeof handle>[1]),
      })
    }

    const serve = async (request: FastifyRequest, reply: FastifyReply) => {
      const cookies = cookiesOf(request, reply)
      const console = consoleCookiesOf(request, reply)
      const origin = originOf(request, options)
      // Counted before any signature check or lookup. A caller over the limit of its address
      // creates no further counts for new accounts.
      await countCall(ctx, limits, { ip: request.ip })
      const proof = endpoint.device
        ? await readDeviceProof(request, { origin, now: ctx.now() })
        : undefined
      const deviceId = proof?.deviceId
      const session = endpoint.access === 'member' ? await memberOf(cookies, endpoint) : undefined
      const memberCall = session && { memberId: session.memberId, call: id }
      if (memberCall) request.memberCall = { ...memberCall, subject: {} }
      const operator =
        endpoint.access === 'operator'
          ? await options.operatorAccess(request, endpoint, console)
          : undefined
      if (isClosed) await options.refuseInMaintenance()
      const succeeded = await countCall(ctx, limits, {
        ...limitSubjects(request, cookies, session),
        ...(endpoint.console
          ? await consoleSubjects(request, console.device, options.isKnownDevice)
          : await signInSubject(request, deviceId, options.isKnownDevice)),
      })
      if (proof) await useDeviceProof(ctx, proof)
      // Without session and proof, the missing session is reported first.
      const isUnproven = endpoint.access === 'member' && !session && !proof
      const malformed = isUnproven ? Code.TOKEN_EXPIRED : Code.INVALID_REQUEST
      const withIssues = endpoint.access === 'operator'
      const params = read(schema.params, request.params, { malformed, withIssues })
      const query = read(schema.query, request.query, { malformed, withIssues })
      const body = read(schema.body, request.body, { malformed, withIssues })
      if (memberCall) {
        request.memberCall = { ...memberCall, subject: subjectOf(params, query, body) }
      }
      // The schemas and access above belong to `id`, which the compiler cannot infer.
      const call = {
        params,
        query,
        body,
        session,
        operator,
        cookies,
        console: endpoint.console ? console : undefined,
        tx: undefined,
        reads: undefined,
        deviceId,
        origin,
        ip: request.ip,
        ...headerContext(request),
      } as Call<typeof id>
      // Without `prepare` the handler expects no prepared value.
      const prepared = (prepare ? await prepare(call) : undefined) as Parameters<typeof handle>[1]
      const data = isTransactional
        ? await runIdempotent(
            {
              id,
              caller: callerOf(session, operator),
              key: endpoint.idempotent ? idempotencyKey(request) : undefined,
              sent: { params, query, body },
              db: replicas.begin(request),
            },
            (tx) =>
              runGated(tx, { id, operator, params, body, prepared }, () => run(tx, call, prepared)),
          )
        : endpoint.replica
          ? await replicas.read({ request, reply, endpoint, query }, (reads) =>
              handle({ ...call, reads: reads as typeof call.reads }, prepared),
            )
          : await handle(call, prepared)
      const refusal = refusalIn(data)
      if (refusal) throw refusal
      await succeeded()
      if (operator && endpoint.method === 'GET') {
        await options.recordRead(operator, id, [params, query], data)
      }
      if (options.checkReplies) assertReply(id, schema.data, data)
      if (endpoint.cacheSeconds !== undefined) {
        reply.header('cache-control', `public, max-age=${endpoint.cacheSeconds}`)
      }
      return { code: Code.SUCCESS, success: true, msg: '', data }
    }

    const { path, formerPath } = endpoint
    for (const each of formerPath === undefined ? [path] : [path, formerPath]) {
      app.route({
        method: endpoint.method,
        url: each.replaceAll(/\{(\w+)\}/g, ':$1'),
        ...(endpoint.bodyLimitBytes === undefined ? {} : { bodyLimit: endpoint.bodyLimitBytes }),
        handler: (request, reply) =>
          replicas.marked({ request, reply, endpoint }, () => serve(request, reply)),
      })
    }
  }

  /**
   * Calls that work without a session continue, and their service decides whether to serve them.
   * While a refresh would restore the session they return 9993, because the response would
   * otherwise lack the member's data.
   */
  async function memberOf(
    { access, refresh }: SessionCookies,
    { device }: Endpoint,
  ): Promise<MemberSession | undefined> {
    try {
      return await options.authenticate(access)
    } catch (error) {
      if (device !== 'replaces-session' || !(error instanceof Refusal)) throw error
      if (await options.canReissue(refresh)) throw error
      return undefined
    }
  }

  /** A call that needs a second person is stored as a proposal instead of being run. */
  async function runGated(
    tx: Db,
    { id, operator, ...input }: GatedCall,
    run: () => Promise<unknown>,
  ): Promise<unknown> {
    const { approval }: Endpoint = endpoints[id]
    if (approval === undefined || !operator) return run()
    const verdict = await options.gate(tx, id, { operator, ...input })
    if (verdict.kind === 'run') return run()
    return refuseAfterCommit(Code.APPROVAL_PENDING, { approvalId: verdict.approvalId })
  }

  function runIdempotent(call: KeyedCall, run: (tx: Db) => Promise<unknown>): Promise<unknown> {
    const { id, caller, key, sent, db } = call
    if (key === undefined) return db.transaction(run)
    return runOnce({ db, now: ctx.now }, { caller, call: id, key, request: sent }, run, (reply) =>
      withoutSecret(reply, endpoints[id]),
    )
  }
}

type KeyedCall = {
  id: CallId
  caller: string
  key: string | undefined
  sent: unknown
  db: Transactions
}

type GatedCall = {
  id: CallId
  operator: Operator | undefined
  params: unknown
  body: unknown
  prepared: unknown
}

/** A proposal keeps neither the session nor the device of its requester. */
const STORED_CALL = {
  query: undefined,
  session: undefined,
  cookies: { access: undefined, refresh: undefined },
  language: 'en',
  pinToken: undefined,
  userAgent: undefined,
  ip: '',
  deviceId: undefined,
  tx: undefined,
  reads: undefined,
}

/** Reads the call's context from the headers. */
function headerContext(request: FastifyRequest) {
  const pinToken = request.headers[PIN_TOKEN_HEADER]
  return {
    language: languageOf(request),
    pinToken: typeof pinToken === 'string' && pinToken !== '' ? pinToken : undefined,
    userAgent: request.headers['user-agent'],
  }
}

function originOf(request: FastifyRequest, { publicOrigin }: MountOptions): string {
  return publicOrigin ?? `${request.protocol}://${request.host}`
}

function callerOf(session: MemberSession | undefined, operator: Operator | undefined): string {
  if (session) return `member:${session.memberId}`
  if (operator) return `operator:${operator.operatorId}`
  throw new Error('A call with an Idempotency-Key has no caller')
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined || key === '') return undefined
  if (typeof key !== 'string' || key.length > KEY_MAX_LENGTH) throw refuse(Code.INVALID_REQUEST)
  return key
}

/** Returns what is saved of a response: a secret stays out of the database. */
function withoutSecret(reply: unknown, { unsaved }: Endpoint): unknown {
  const hasSecret =
    unsaved !== undefined && typeof reply === 'object' && reply !== null && unsaved in reply
  return hasSecret ? { ...reply, [unsaved]: null } : reply
}

/** Throws for a response that violates its contract, including undeclared fields. */
function assertReply(id: CallId, schema: z.ZodType, data: unknown): void {
  const [undeclared] = undeclaredFields(data, schema.parse(data))
  if (undeclared !== undefined)
    throw new Error(`The response of ${id} has an undeclared field: ${undeclared}`)
}

/** Returns the paths of the fields that parsing has dropped. */
function undeclaredFields(data: unknown, parsed: unknown, path = 'data'): string[] {
  if (typeof data !== 'object' || data === null) return []
  const named = new Map(Object.entries(parsed ?? {}))
  return Object.entries(data).flatMap(([key, value]) => {
    if (value === undefined) return []
    const field = `${path}.${key}`
    return named.has(key) ? undeclaredFields(value, named.get(key), field) : [field]
  })
}

function read(
  schema: z.ZodType | undefined,
  input: unknown,
  { malformed, withIssues }: { malformed: Code; withIssues: boolean },
): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(input ?? {})
  if (!result.success) throw refuse(malformed, withIssues ? { data: issuesOf(result.error) } : {})
  if (containsNul(result.data)) throw refuse(malformed)
  return result.data
}

/** A long list helps nobody, and its length is chosen by the caller. */
const MAX_ISSUES = 50

/** Returns the fields that an operator has to correct. */
function issuesOf({ issues }: z.ZodError) {
  const named = issues.map(({ path, message }) => ({ path: path.join('.'), text: message }))
  return { issues: named.slice(0, MAX_ISSUES) }
}

/** Returns whether a value contains NUL, which PostgreSQL cannot store and no field needs. */
function containsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  return typeof value === 'object' && value !== null && Object.values(value).some(containsNul)
}
