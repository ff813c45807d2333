/** Why a network did not do what it was asked. */
export type RpcProblem =
  /** Nobody answers, or something that does not speak for the network. */
  | 'unreachable'
  /** Somebody answers too late. */
  | 'slow'
  /** Another chain answers at this address. */
  | 'wrong-chain'
  /** It answered that it cannot, or with nothing. */
  | 'refused'

export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly problem: RpcProblem
  /** The network's own words, in English. */
  readonly detail: string
  /** Whether the node itself said so: a proper error, not one of something in between. */
  readonly isNodeError: boolean
  /** The code of such an error. */
  readonly code: number | undefined

  constructor(
    problem: RpcProblem,
    detail = '',
    { code, ...options }: ErrorOptions & { code?: number | undefined } = {},
  ) {
    super(`RPC ${problem}${detail && `: ${detail}`}`, options)
    this.problem = problem
    this.detail = detail
    this.code = code
    this.isNodeError = code !== undefined
  }
}
