import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Address } from '@solstice/rules/address'
import { HOUR_MS } from '@solstice/rules/duration'
import type {
  AppContext,
  Reading,
  SignerRefusal,
  TreasurySigner,
} from '#/platform/process/context.ts'
import { SignerError } from '#/platform/process/signer-error.ts'
import {
  deleteRequest,
  deleteRequestsBefore,
  findAnswer,
  findOldestRequest,
  giveUpRequest,
  insertRequest,
  saveAnswer,
  takeRequests,
  type SignerRequest,
} from './signer.queries.ts'

const ANSWER_POLL_MS = 50
/** A signer that does not answer for this long counts as down; the caller tries again later. */
const ANSWER_TIMEOUT_MS = 5000

const refusal = z
  .object({
    kind: z.literal('refused'),
    why: z.string().transform((text) => text as SignerRefusal['why']), // The signer writes only its own reasons.
    until: z.coerce.date().optional(),
  })
  .transform((refused): SignerRefusal => refused)
const admission = z.union([z.object({ kind: z.literal('admitted') }), refusal])
const signature = z.union([
  z.object({
    kind: z.literal('signed'),
    raw: z
      .string()
      .regex(/^0x[0-9a-f]+$/)
      .transform((text) => text as `0x${string}`), // The pattern guarantees it.
  }),
  refusal,
])

/** Returns a client for a signer in its own process, which polls the database for requests. */
export function queuedSigner(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  address: Address,
  timeoutMs = ANSWER_TIMEOUT_MS,
): TreasurySigner {
  async function sendRequest<Answer>(
    request: SignerRequest,
    schema: z.ZodType<Answer>,
  ): Promise<Answer> {
    const id = await insertRequest(db, request, now())
    for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += ANSWER_POLL_MS) {
      await sleep(ANSWER_POLL_MS)
      const answer = await findAnswer(db, id)
      if (answer === undefined) continue
      await deleteRequest(db, id)
      const read = schema.safeParse(answer)
      if (!read.success) throw new SignerError('The signer could not process the request')
      return read.data
    }
    await giveUpRequest(db, id)
    throw new SignerError(`The signer did not answer within ${timeoutMs} ms`)
  }
  return {
    address,
    admit: (payout) => sendRequest({ kind: 'admit', ...payout }, admission),
    sign: (attempt) => sendRequest({ kind: 'sign', ...attempt }, signature),
  }
}

const POLL_MS = 100
const SWEEP_MS = HOUR_MS

/**
 * Answers the requests of other processes until it is stopped, and polls again after a database
 * error.
 */
export function answerRequests(
  { db, now, log }: Pick<AppContext, 'db' | 'now' | 'log'>,
  signer: TreasurySigner,
): () => Promise<void> {
  const stopping = new AbortController()
  let sweptAtMs = -Infinity

  async function answerAll(): Promise<void> {
    for (const { id, request } of await takeRequests(db)) {
      const answer = await answerTo(signer, request).catch((error: unknown) => {
        log.error({ err: error, payout: request.payoutId }, 'Signer request failed')
        return { kind: 'failed' }
      })
      await saveAnswer(db, id, answer)
    }
    const nowMs = now().getTime()
    if (Math.abs(nowMs - sweptAtMs) < SWEEP_MS) return
    sweptAtMs = nowMs
    await deleteRequestsBefore(db, new Date(nowMs - SWEEP_MS))
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await answerAll().catch((error: unknown) =>
        log.warn({ err: error }, 'Reading signer requests failed'),
      )
      await sleep(POLL_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}

/**
 * Reports the age of the oldest unanswered request. A running signer answers within moments and
 * deletes requests that were given up.
 */
export async function readSigner(ctx: Pick<AppContext, 'db' | 'now'>): Promise<Reading[]> {
  const requestedAt = await findOldestRequest(ctx.db)
  const waitedMs = requestedAt ? ctx.now().getTime() - requestedAt.getTime() : 0
  return [
    {
      name: 'solstice_signer_waiting_seconds',
      help: 'Age of the oldest request to the signer in seconds',
      values: [{ labels: {}, value: Math.max(0, waitedMs) / 1000 }],
    },
  ]
}

async function answerTo(signer: TreasurySigner, request: SignerRequest): Promise<object> {
  if (request.kind === 'sign') return signer.sign(request)
  return signer.admit(request)
}
