import { isSameAddress, normaliseAddress } from '#/address.ts'
import type { Address } from '#/address.ts'
import { isOverRate } from './limits.ts'
import type { SiteLimits } from './limits.ts'
import { checkSignIn } from './sign-in.ts'
import type { SignInMessage, SignInProblem } from './sign-in.ts'
import { SITE_METHODS } from './proposal.ts'

/** A request of a connected site, as it arrived. */
export type SiteRequest = {
  id: number
  /** CAIP-2, such as "eip155:1". */
  chain: string
  method: string
  params: unknown
  expiresAtMs: number | undefined
}

export type AskedTransaction = { to: Address; value: bigint; data: `0x${string}` }

export type RequestProblem =
  | SignInProblem
  | 'replayed'
  | 'paused'
  | 'too-many'
  | 'queue-full'
  | 'method'
  | 'network'
  | 'invalid'
  | 'over-value'

export type RequestDecision =
  | { kind: 'refused'; why: RequestProblem }
  | { kind: 'sign-in'; text: string; message: SignInMessage }
  | { kind: 'transaction'; chainId: number; transaction: AskedTransaction }
  | { kind: 'typed-data'; chainId: number; json: string }

/** The part of a session that decides about the content of a request. */
export type SiteScope = {
  siteUrl: string
  address: string
  chainIds: readonly number[]
  methods: readonly string[]
  limits: SiteLimits
}

export type SiteSession = SiteScope & {
  /** Requests of the last minute at least. */
  requestTimesMs: readonly number[]
  /** The ids of past requests, as `withSeen` keeps them. */
  seenIds: readonly number[]
  /** Requests that the member has not answered. */
  waiting: readonly unknown[]
}

/** No request of a site is valid for longer, even if it claims so. */
const MAX_VALID_MS = 7 * 24 * 60 * 60_000
const ID_CLOCK_TOLERANCE_MS = 10 * 60_000
const KEPT_IDS = 200
/** A member cannot answer more with care, and a site must not hide others behind its own. */
const MAX_WAITING = 5

/** Decides about a request that arrives, before the member sees it. */
export function decideRequest(
  request: SiteRequest,
  session: SiteSession,
  nowMs: number,
): RequestDecision {
  const refused = (why: RequestProblem) => ({ kind: 'refused', why }) as const
  if (isSeen(request.id, session.seenIds)) return refused('replayed')
  if (session.limits.isPaused) return refused('paused')
  if (isOverRate(session.requestTimesMs, session.limits, nowMs)) return refused('too-many')
  if (session.waiting.length >= MAX_WAITING) return refused('queue-full')
  return checkRequest(request, session, nowMs)
}

/** A full list has forgotten the ids below its lowest one, so those count as seen. */
function isSeen(id: number, seenIds: readonly number[]): boolean {
  return seenIds.includes(id) || (seenIds.length >= KEPT_IDS && id < Math.min(...seenIds))
}

/** Adds an id and keeps the highest ones; a site counts its ids upwards. */
export function withSeen(seenIds: readonly number[], id: number): number[] {
  return [...seenIds, id].toSorted((one, other) => one - other).slice(-KEPT_IDS)
}

/** Returns the time until which a request may be signed; a sign-in may expire before its request. */
export function validUntilMs({ id, expiresAtMs }: SiteRequest, decision: RequestDecision): number {
  const ofMessage = decision.kind === 'sign-in' ? decision.message.expiresAtMs : undefined
  return Math.min(madeAtMs(id) + MAX_VALID_MS, expiresAtMs ?? Infinity, ofMessage ?? Infinity)
}

/**
 * Decides about the content of a request. It decides again right before a signature, because limits,
 * networks and time may have changed since the request arrived.
 */
export function checkRequest(
  request: SiteRequest,
  session: SiteScope,
  nowMs: number,
): RequestDecision {
  const refused = (why: RequestProblem) => ({ kind: 'refused', why }) as const
  if (session.limits.isPaused) return refused('paused')
  if (isExpired(request, nowMs)) return refused('expired')
  const isServed = (SITE_METHODS as readonly string[]).includes(request.method)
  if (!isServed || !session.methods.includes(request.method)) return refused('method')
  const chainId = session.chainIds.find((id) => request.chain === `eip155:${id}`)
  if (chainId === undefined) return refused('network')
  const params: unknown[] = Array.isArray(request.params) ? request.params : []
  if (sizeOf(params) > MAX_PARAMS_LENGTH) return refused('invalid')
  if (request.method === 'personal_sign') return decideSignIn(params, session, nowMs)
  if (request.method === 'eth_signTypedData_v4') return decideTypedData(params, session, chainId)
  return decideTransaction(params[0], session, chainId)
}

/** An id begins with the time at which the site made it, so an old request is recognised by it. */
const madeAtMs = (id: number) => Math.floor(id / 1000)

function isExpired({ id, expiresAtMs }: SiteRequest, nowMs: number): boolean {
  return (
    (expiresAtMs ?? Infinity) <= nowMs ||
    madeAtMs(id) < nowMs - MAX_VALID_MS ||
    madeAtMs(id) > nowMs + ID_CLOCK_TOLERANCE_MS
  )
}

function decideSignIn(
  [asked, account]: readonly unknown[],
  session: SiteScope,
  nowMs: number,
): RequestDecision {
  const text = typeof asked === 'string' ? textOf(asked) : undefined
  if (text === undefined) return { kind: 'refused', why: 'not-sign-in' }
  if (!isOwn(account, session)) return { kind: 'refused', why: 'foreign-account' }
  const checked = checkSignIn(text, { ...session, nowMs })
  return checked.kind === 'refused' ? checked : { ...checked, text }
}

function decideTypedData(
  [account, asked]: readonly unknown[],
  session: SiteScope,
  chainId: number,
): RequestDecision {
  if (!isOwn(account, session)) return { kind: 'refused', why: 'foreign-account' }
  const data = typeof asked === 'string' ? parsed(asked) : asked
  const domain = partOf(partOf(data, 'domain'), 'chainId')
  if (typeof data !== 'object' || data === null) return { kind: 'refused', why: 'invalid' }
  // Without its chain, a signature is valid on networks that the member did not see.
  if (domain === undefined || Number(domain) !== chainId) return { kind: 'refused', why: 'network' }
  return { kind: 'typed-data', chainId, json: JSON.stringify(data) }
}

const QUANTITY = /^0x[0-9a-fA-F]{1,64}$/
const BYTES = /^0x(?:[0-9a-fA-F]{2})*$/

/** Nonce, gas and fees of the site are ignored: the wallet determines them. */
function decideTransaction(asked: unknown, session: SiteScope, chainId: number): RequestDecision {
  const invalid = { kind: 'refused', why: 'invalid' } as const
  const [to, value = '0x0', data = '0x'] = [
    partOf(asked, 'to'),
    partOf(asked, 'value'),
    partOf(asked, 'data') ?? partOf(asked, 'input'),
  ]
  if (!isOwn(partOf(asked, 'from'), session)) return { kind: 'refused', why: 'foreign-account' }
  const named = partOf(asked, 'chainId')
  if (named !== undefined && Number(named) !== chainId) return { kind: 'refused', why: 'network' }
  const payee = typeof to === 'string' ? normaliseAddress(to) : undefined
  if (payee === undefined || typeof value !== 'string' || typeof data !== 'string') return invalid
  if (!QUANTITY.test(value) || !BYTES.test(data)) return invalid
  const transaction = { to: payee, value: BigInt(value), data: data as `0x${string}` } // Tested above.
  return { kind: 'transaction', chainId, transaction }
}

function isOwn(account: unknown, { address }: SiteScope): boolean {
  return typeof account === 'string' && isSameAddress(account, address)
}

/** Larger than any transaction that a network accepts. */
const MAX_PARAMS_LENGTH = 300_000

/** Deeply nested values cannot be written as text; they count as too large. */
function sizeOf(params: unknown): number {
  try {
    return JSON.stringify(params).length
  } catch {
    return Infinity
  }
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (Object.entries(value).find(([key]) => key === name)?.[1] as unknown)
    : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Sites send a message as text or as the hexadecimal bytes of it. */
function textOf(asked: string): string | undefined {
  // A half of a pair would be signed as another character.
  if (!asked.isWellFormed()) return undefined
  if (!BYTES.test(asked) || asked === '0x') return asked
  try {
    const bytes = asked.slice(2).replaceAll(/../g, (byte) => `%${byte}`)
    // Unlike a decoder, this neither drops a mark at the start nor replaces invalid bytes.
    return decodeURIComponent(bytes)
  } catch {
    return undefined
  }
}
