import { z } from 'zod'
import type { Devnet } from '@solstice/devnet/devnet'
import { ChainError } from '#/platform/chain-error.ts'
import type { ChainNode, Chains } from '#/platform/context.ts'

export type JsonRpcChainsOptions = {
  /** The chains of this very process are asked without a detour. */
  devnet: Devnet | undefined
  /** Where the paths of local chains lead when they run in another process. */
  localOrigin: string
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000
const REPLY_MAX_BYTES = 5_000_000

const replySchema = z.object({
  result: z.unknown().optional(),
  // Some nodes send both, one of them empty.
  error: z.object({ message: z.string() }).nullish(),
})

/** Nodes by JSON-RPC 2.0. */
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
          throw new ChainError(`${method} failed on chain ${chainId}`, { cause: error })
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
          if (reply.error) throw new Error(reply.error.message)
          if (reply.result === undefined) throw new Error('The reply has no result')
          return reply.result
        } catch (error) {
          throw new ChainError(`${method} failed on chain ${chainId}`, { cause: error })
        }
      },
    }
  }

  return {
    node: ({ chainId, rpcUrl }) =>
      (rpcUrl.startsWith('/') ? localNode(chainId) : undefined) ?? remoteNode(chainId, rpcUrl),
    ...(devnet ? { welcome: devnet.welcome } : {}),
  }
}

async function post(url: string, body: object, timeoutMs: number) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    // Where the operator's setting leads, and nowhere else.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`The node answers ${response.status}`)
  return replySchema.parse(JSON.parse(await limitedText(response, REPLY_MAX_BYTES)))
}

/** As much as anybody would ask for; a node that never ends its reply is not heard to the end. */
export async function limitedText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  // What fetch gives are bytes; its type does not say so.
  const body = (response.body ?? []) as AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new Error(`The reply has more than ${maxBytes} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
