import type { ApprovalRuleName } from '@solstice/rules/approval-policy'
import type { Code } from './codes.ts'
import type { LimitName } from './limits.ts'
import type { PinPurpose } from './pin-purpose.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Defines the permitted callers: anyone, a member with a session, or an operator with a session of
 * the console or a bearer token.
 */
export type Access = 'public' | 'member' | 'operator'

/**
 * Operator roles limit the permitted calls. The owner may do everything, including appointing
 * operators.
 */
export const OPERATOR_ROLES = [
  'OWNER',
  'PROGRAMME',
  'SUPPORT',
  'FINANCE',
  'OPS',
  'AUDITOR',
] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

export type Endpoint<Id extends string = string> = {
  id: Id
  method: Method
  /** Path parameters are written as `{name}`. */
  path: `/v1/${string}`
  /**
   * An earlier path that installed apps may still call. It is served like `path` but not
   * documented.
   */
  formerPath?: `/v1/${string}`
  access: Access
  summary: string
  /** Lists the codes this call may return besides success and the codes common to all calls. */
  codes: readonly Code[]
  /** Names the rate limits of this call; beyond them it returns 2902. */
  limits?: readonly LimitName[]
  /**
   * Accepts an Idempotency-Key: the effect and its response are saved together, and a repeated call
   * returns the saved response.
   */
  idempotent?: true
  /** Names a secret in the response that is not saved: a repeated call returns null for it. */
  unsaved?: string
  /** Keeps this write available during maintenance. */
  openInMaintenance?: true
  /** Requires the token of a PIN entered for this purpose, in X-Pin-Token. */
  pin?: PinPurpose
  /**
   * Reads a proof of the device key (RFC 9449) from the DPoP header. `optional`: the call works
   * without one. `replaces-session`: the call also works without a session and itself decides
   * whether to accept a proof or, for some PIN keys, the key id alone.
   */
  device?: 'optional' | 'replaces-session'
  /** Lets browsers and proxies keep a public response, which is the same for everybody. */
  cacheSeconds?: number
  /**
   * Lets the handler read from a replica, which has everything that the caller wrote but may
   * otherwise be seconds behind. `old-pages`: only pages behind a cursor whose entries are older
   * than a day. Calls about sessions, balances, limits or operators must not have it, nor those with
   * `cacheSeconds`, because the reply may carry the caller's position.
   */
  replica?: 'any' | 'old-pages'
  /** Overrides the default body limit for calls with a larger body. */
  bodyLimitBytes?: number
  /** Lists the roles besides the owner that may make an operator's call. */
  roles?: readonly OperatorRole[]
  /**
   * The rule that decides whether the call needs a second person. If it does, the call becomes a
   * proposal and returns 2912 with data.approvalId.
   */
  approval?: ApprovalRuleName
  /** Serves the call at the console's host only, because it concerns the session there. */
  console?: true
  /**
   * Requires that the person confirmed with a factor within the last five minutes (2911). Machines
   * have no factor; their token suffices. A call that becomes a proposal always needs it.
   */
  stepUp?: true
}

/** Returns whether the role may make an operator's call. */
export function mayCall(role: OperatorRole, { roles = [] }: Endpoint): boolean {
  return role === 'OWNER' || roles.includes(role)
}

/** Blocks members' writes during maintenance, except for calls that stay open. */
export function isClosedInMaintenance({ method, access, openInMaintenance }: Endpoint): boolean {
  return method !== 'GET' && access !== 'operator' && !openInMaintenance
}
