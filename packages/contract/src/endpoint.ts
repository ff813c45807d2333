import type { Code } from './codes.ts'
import type { LimitName } from './limits.ts'
import type { PinPurpose } from './pin-purpose.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call: anybody, a member with a session, or an operator with a bearer token. */
export type Access = 'public' | 'member' | 'operator'

/** What an operator may do. The owner may do everything, also appoint operators. */
export const OPERATOR_ROLES = ['OWNER', 'PROGRAMME', 'SUPPORT', 'FINANCE', 'AUDITOR'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

export type Endpoint<Id extends string = string> = {
  id: Id
  method: Method
  /** With `{name}` for what the path carries. */
  path: `/v1/${string}`
  /** An earlier path, which installed apps may still call. Served like the other, and not documented. */
  formerPath?: `/v1/${string}`
  access: Access
  summary: string
  /** What this call may answer besides success and the codes every call may answer. */
  codes: readonly Code[]
  /** How often it may be called; 2902 beyond that. */
  limits?: readonly LimitName[]
  /** Takes an Idempotency-Key: the effect and its reply are saved together, a repetition gets the reply. */
  idempotent?: true
  /** A write that stays possible during maintenance. */
  openInMaintenance?: true
  /** Takes the token of a PIN that was entered for this purpose, in X-Pin-Token. */
  pin?: PinPurpose
  /**
   * Reads a proof of the device key (RFC 9449) from the header DPoP. `optional`: the call works
   * without one. `replaces-session`: the call works without a session too, and decides itself whom it
   * answers by a proof or, for some PIN keys, by their id alone.
   */
  device?: 'optional' | 'replaces-session'
  /** Where a larger body than elsewhere is taken. */
  bodyLimitBytes?: number
  /** Of an operator's call: who may make it besides the owner. */
  roles?: readonly OperatorRole[]
}

/** Members change nothing meanwhile, but for what a call leaves open. */
export function isClosedInMaintenance({ method, access, openInMaintenance }: Endpoint): boolean {
  return method !== 'GET' && access !== 'operator' && !openInMaintenance
}
