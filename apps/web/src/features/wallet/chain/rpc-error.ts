/** The reason why a network request failed. */
export type RpcProblem =
  /** Nothing responds, or the response does not come from a node. */
  | 'unreachable'
  /** The response takes too long. */
  | 'slow'
  /** The URL leads to another chain. */
  | 'wrong-chain'
  /** The node returned an error or no result. */
  | 'refused'

export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly problem: RpcProblem
  /** The network's own message, in English. */
  readonly detail: string
  /** True for an error of the node itself, not of a proxy in between. */
  readonly isNodeError: boolean
  /** The JSON-RPC error code. */
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
