import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { networkByChain, type Network } from '#/modules/network/network.service.ts'
import type { AppContext } from '#/platform/context.ts'
import { refuse } from '#/platform/refusal.ts'
import { answerFromIndex, indexHead, type ExplorerQuestion } from './chain-index.service.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'chains' | 'explorer'>
type Reply = CallData<'explorer.query'>

const REMEMBERED_MS = 15_000
const REMEMBERED_MAX = 2000

/**
 * One way to ask for history, whoever knows it. The caller chooses among known networks, never a
 * host. What was answered is answered again for 15 seconds; of our own index only until the next
 * block, which whoever just paid is waiting for.
 */
export function explorerProxy(ctx: Context): (question: ExplorerQuestion) => Promise<Reply> {
  const remembered = new Map<string, { reply: Promise<Reply>; atMs: number }>()

  return async (question) => {
    const network = await networkByChain(ctx, question.chainid)
    if (!network) throw refuse(Code.INVALID_REQUEST)
    const head = network.explorer === 'OWN_INDEX' ? await indexHead(ctx, network) : ''
    const key = JSON.stringify([head, question])
    const nowMs = ctx.now().getTime()
    const known = remembered.get(key)
    if (known && Math.abs(nowMs - known.atMs) < REMEMBERED_MS) return known.reply
    const reply = answer(ctx, network, question)
    remembered.delete(key)
    remembered.set(key, { reply, atMs: nowMs })
    forgetOldest(remembered)
    // A failure is nothing to remember.
    reply.catch(() => remembered.delete(key))
    return reply
  }
}

function forgetOldest(remembered: Map<string, unknown>): void {
  const [oldest] = remembered.keys()
  if (remembered.size > REMEMBERED_MAX && oldest !== undefined) remembered.delete(oldest)
}

async function answer(ctx: Context, network: Network, question: ExplorerQuestion): Promise<Reply> {
  switch (network.explorer) {
    case 'OWN_INDEX':
      return answerFromIndex(ctx, network, question)
    case 'ETHERSCAN':
      return ctx.explorer.ask(asText(question))
  }
}

function asText(question: ExplorerQuestion): Record<string, string> {
  const { page, offset, startblock, endblock, sort, ...rest } = question
  const isList = question.action === 'txlist' || question.action === 'tokentx'
  const asked = isList ? { ...rest, page, offset, startblock, endblock, sort } : rest
  return Object.fromEntries(
    Object.entries(asked)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )
}
