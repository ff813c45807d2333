import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { CallData } from '@solstice/contract/wire'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { NetworkRow } from './network.queries.ts'

type NodeState = CallData<'network.showAll'>['list'][number]['node']

/** An operator waits for the answer; a node that takes longer counts as unreachable. */
const NODE_LIMIT_MS = 3000

const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,14}$/)
  .transform(Number)
/** The answer of a node is untrusted. */
const head = z.object({ number: quantity, timestamp: quantity })

const UNREACHABLE = { reachable: false, headAge: null, block: null }

/** Asks the nodes of a network for their newest blocks; those of a disabled network are not asked. */
export async function nodeStates(
  ctx: Pick<AppContext, 'chains' | 'now'>,
  row: NetworkRow,
): Promise<{ node: NodeState; secondNode: NodeState }> {
  const { enabled, chainId, rpcUrl, secondRpcUrl } = row
  if (!enabled) return { node: null, secondNode: null }
  const [node, secondNode] = await Promise.all([
    stateOf(ctx, { chainId, rpcUrl }),
    secondRpcUrl === null ? null : stateOf(ctx, { chainId, rpcUrl: secondRpcUrl }),
  ])
  return { node, secondNode }
}

async function stateOf(
  { chains, now }: Pick<AppContext, 'chains' | 'now'>,
  network: { chainId: number; rpcUrl: string },
): Promise<NodeState> {
  try {
    const answer = await Promise.race([
      chains.node(network).call('eth_getBlockByNumber', ['latest', false]),
      setTimeout(NODE_LIMIT_MS, null, { ref: false }),
    ])
    const read = head.safeParse(answer)
    if (!read.success) return UNREACHABLE
    const { number: block, timestamp } = read.data
    const headAge = Math.max(0, Math.floor(now().getTime() / 1000) - timestamp)
    return { reachable: true, headAge, block }
  } catch (error) {
    if (error instanceof ChainError) return UNREACHABLE
    throw error
  }
}
