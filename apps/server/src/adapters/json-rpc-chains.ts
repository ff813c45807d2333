import { z } from 'zod'
import type { Devnet } from '@solstice/devnet/devnet'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { ChainNode, Chains } from '#/platform/process/context.ts'
import { boundedText } from '#/platform/process/untrusted-text.ts'
import { limitedJson, ReplyTooLargeError } from './limited-reply.ts'

export type JsonRpcChainsOptions = {
  /** The chains of this process, which are called directly. */
  devnet: Devnet | undefined
  /** The origin of the local chains when they run in another process. */
  localOrigin: string
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000
const REPLY_MAX_BYTES = 5_000_000

const replySchema = z.object({
  result: z.unknown().optional(),
  // Some nodes send both fields, one of them empty.
  error: z.object({ message: z.string() }).nullish(),
})

/** Connects to nodes over JSON-RPC 2.0. */
export function jsonRpcChains(options: JsonRpcChainsOptions): Chains {
  const { devnet, localOrigin, timeoutMs = TIMEOUT_MS } = options

  function localNode(chainId: number): ChainNode | undefined {
    const node = devnet?.chains.get(chainId)?.node
    if (!node) return undefined
    return {
      call: async (method, params) => {
        try {
          return await node.call(method, params)
        } catch (error) {
          const message = error instanceof Error ? error.message : String(error)
          throw failureOf(method, chainId, new NodeRefusal(message))
        }
      },
    }
  }

  function remoteNode(chainId: number, rpcUrl: string): ChainNode {
    const url = rpcUrl.startsWith('/') ? `${localOrigin}${rpcUrl}` : rpcUrl
    return {
      call: async (method, params) => {
        try {
          const reply = await post(url, { jsonrpc: '2.0', id: 1, method, params }, timeoutMs)
          if (reply.error) throw new NodeRefusal(reply.error.message)
          if (reply.result === undefined) throw new Error('The response has no result')
          return reply.result
        } catch (error) {
          throw failureOf(method, chainId, error)
        }
      },
    }
  }

  return {
    node: ({ chainId, rpcUrl }) =>
      (rpcUrl.startsWith('/') ? localNode(chainId) : undefined) ?? remoteNode(chainId, rpcUrl),
    ...(devnet ? { welcome: devnet.welcome, faucet: devnet.faucet } : {}),
  }
}

/**
 * An error reported by a node. Contracts choose the text of their reverts, so it is bounded first.
 */
class NodeRefusal extends Error {
  constructor(message: string) {
    super(boundedText(message))
  }
}

function failureOf(method: string, chainId: number, error: unknown): ChainError {
  const failure = new ChainError(`${method} failed on chain ${chainId}`, { cause: error })
  failure.isRevert = error instanceof NodeRefusal && /\brevert/i.test(error.message)
  failure.isTooLarge = error instanceof ReplyTooLargeError
  return failure
}

async function post(url: string, body: object, timeoutMs: number) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    // Only the address of the operator's setting is contacted.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`The node returned HTTP ${response.status}`)
  return replySchema.parse(await limitedJson(response, REPLY_MAX_BYTES))
}
