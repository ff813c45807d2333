import type { Code } from '@solstice/contract/codes'
import type { Trace } from '@solstice/rules/trace'

export type RefusalDetails = {
  /** Fills the placeholders of the code's message. */
  values?: Readonly<Record<string, string | number>>
  data?: Readonly<Record<string, unknown>>
  retryAfterSeconds?: number
  /** The decision of the rule and the season's revision, which are stored and not sent. */
  trace?: Trace | undefined
  seasonVersion?: number | undefined
}

/**
 * A refusal that members may see: part of the contract, thrown by services, sent by the error
 * handler.
 */
export class Refusal extends Error {
  readonly code: Code
  readonly details: RefusalDetails

  constructor(code: Code, details: RefusalDetails = {}) {
    super(`Refused with code ${code}`)
    this.code = code
    this.details = details
  }
}

export function refuse(code: Code, details?: RefusalDetails): Refusal {
  return new Refusal(code, details)
}
