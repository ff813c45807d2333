import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Devnet } from '@solstice/devnet/devnet'

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text as `0x${string}`) // The pattern guarantees it.
const amount = z.string().regex(/^\d{1,12}(\.\d{1,18})?$/)

const fault = z.union([
  z.strictObject({ kind: z.literal('result'), result: z.unknown() }),
  z.strictObject({ kind: z.literal('error'), code: z.int(), message: z.string() }),
  z.strictObject({ kind: z.literal('lie'), change: z.record(z.string(), z.unknown()) }),
  z.strictObject({ kind: z.literal('slow'), delayMs: z.int().min(0).max(120_000) }),
  z.strictObject({ kind: z.literal('down'), status: z.int().min(400).max(599) }),
])

/** One command at a time, named by its key. */
const order = z.union([
  z.strictObject({ mine: z.int().min(1).max(1000) }),
  z.strictObject({ rollBack: z.int().min(1).max(1000), requeue: z.boolean().default(false) }),
  z.strictObject({ stall: z.boolean() }),
  z.strictObject({ fault: fault.nullable(), method: z.string().default('*') }),
  z.strictObject({ fund: address, native: amount.optional(), token: amount.optional() }),
])

/**
 * Serves `POST /dev/chains/31337` with a command. Where this is not mounted, chains cannot be
 * disturbed.
 */
export function serveChainTools(dev: FastifyInstance, devnet: Devnet): void {
  dev.post<{ Params: { chainId: string } }>('/dev/chains/:chainId', async (request, reply) => {
    const chain = devnet.chains.get(Number(request.params.chainId))
    if (!chain) return reply.callNotFound()
    const parsed = order.safeParse(request.body)
    if (!parsed.success) return reply.status(400).send({ error: z.prettifyError(parsed.error) })
    const { control, node, faucet } = chain
    const { data } = parsed
    if ('mine' in data) await control.mine(data.mine)
    else if ('rollBack' in data) {
      await control.rollBack(data.rollBack, data.requeue ? 'requeue' : 'drop')
    } else if ('stall' in data) control.stall(data.stall)
    else if ('fault' in data) node.setFault(data.method, data.fault ?? undefined)
    else {
      const { native, token } = data
      const gift = { ...(native ? { native } : {}), ...(token ? { token } : {}) }
      return { hashes: await faucet.send(data.fund, gift) }
    }
    return {}
  })
}
