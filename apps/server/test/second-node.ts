import { sql } from 'drizzle-orm'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { ChainNode } from '#/platform/process/context.ts'
import type { TestApp } from './test-app.ts'
import { chainOf } from './test-wallet.ts'

const SECOND_URL = 'https://second.example'

/**
 * The behaviour of each node: it works, reports every transaction as reverted, knows no
 * transaction, or is down.
 */
export type NodeBehaviours = Record<'first' | 'second', 'honest' | 'reverted' | 'behind' | 'down'>

/**
 * Configures a second node for the first local chain, which must agree on payments above an amount
 * of the token.
 */
export async function configureSecondNode(
  { ctx, devnet }: TestApp,
  agreeAbove: string,
): Promise<NodeBehaviours> {
  const behaviours: NodeBehaviours = { first: 'honest', second: 'honest' }
  const { chainId, token } = chainOf({ devnet }).network
  const { node } = ctx.chains
  const realNode = node({ chainId, rpcUrl: `/rpc/${chainId}` })
  const nodeOf = (which: keyof NodeBehaviours): ChainNode => ({
    call: async (method, params) => {
      const behaviour = behaviours[which]
      if (behaviour === 'down') throw new ChainError(`The ${which} node is down`)
      const isReceipt = method === 'eth_getTransactionReceipt'
      if (behaviour === 'behind' && (isReceipt || method === 'eth_getTransactionByHash'))
        return null
      const answer = await realNode.call(method, params)
      if (behaviour !== 'reverted' || !isReceipt || typeof answer !== 'object') return answer
      return answer && { ...answer, status: '0x0', logs: [] }
    },
  })
  ctx.chains.node = (network) => {
    if (network.chainId !== chainId) return node(network)
    return nodeOf(network.rpcUrl === SECOND_URL ? 'second' : 'first')
  }
  await ctx.db.execute(sql`update networks set second_rpc_url = ${SECOND_URL}
    where chain_id = ${chainId}`)
  await ctx.db.execute(sql`update contracts set agree_above = ${agreeAbove}::numeric
    where lower(address) = ${token.address.toLowerCase()}`)
  return behaviours
}
