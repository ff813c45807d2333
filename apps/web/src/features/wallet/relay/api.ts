import { relayEndpoints } from '@solstice/contract/relay.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { ApiError, isUnanswered } from '@solstice/ui/api-error.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#/lib/api.ts'
import { findRefusal, storeRefusal } from './stored-relay.ts'
import type { SignedRelay } from './stored-relay.ts'

export type { SignedRelay }

export type RelayOffer = CallData<'relay.offer'>
export type RelayTerms = NonNullable<RelayOffer['signed']>
export type RelayedSend = CallData<'relay.sends'>['list'][number]

const PREPARING_MS = 3000
/** The terms expire, so that they are read again long before. */
const TERMS_MS = 60_000

export const offerQuery = (of: { chainId: number; token: string }) =>
  queryOptions({
    queryKey: ['wallet', 'relay', of.chainId, of.token],
    queryFn: ({ signal }) => call(relayEndpoints['relay.offer'], { query: of }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.offer === 'PREPARING' ? PREPARING_MS : TERMS_MS),
  })

/** The replies that are about the session or the load of the server, not about the send. */
const UNDECIDED_STATUSES: readonly number[] = [401, 429, 503]

/** Returns true if the server decided against the send, so that submitting it again is pointless. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.code !== undefined &&
  !isUnanswered(error) &&
  !UNDECIDED_STATUSES.includes(error.status)

/** The server refused the send. Any other error leaves open whether it was accepted. */
export class RelayRefused extends Error {
  readonly reply: ApiError

  constructor(reply: ApiError) {
    super('The send was refused')
    this.reply = reply
  }
}

async function findAccepted(
  nonce: string,
  options: { signal?: AbortSignal } = {},
): Promise<RelayedSend | undefined> {
  const { list } = await call(relayEndpoints['relay.sends'], { query: {} }, options)
  return list.find((send) => send.nonce === nonce)
}

/**
 * Submits a send unless it was refused before, in any tab. The nonce of the intent makes a repeated
 * submission harmless.
 */
async function submitSend(userId: string, body: SignedRelay): Promise<RelayedSend> {
  const earlier = findRefusal(userId, body.nonce)
  if (earlier) throw new RelayRefused(new ApiError(earlier))
  try {
    const idempotencyKey = `relay-${body.nonce}`
    return await call(relayEndpoints['relay.send'], { body }, { idempotencyKey })
  } catch (error) {
    if (!isRefusal(error)) throw error
    // An earlier submission, whose reply was lost, may have been accepted.
    const accepted = await findAccepted(body.nonce)
    if (accepted) return accepted
    const { status, code, msg } = error
    storeRefusal(userId, body.nonce, { status, ...(code !== undefined && { code }), msg })
    throw new RelayRefused(error)
  }
}

const FOLLOW_MS = 2000

/** Submits a send and follows it until it has ended; the same intent is sent once. */
export const followQuery = (userId: string, body: SignedRelay) =>
  queryOptions({
    // Not below 'wallet', which is read again at the end: a refused send must not be submitted again.
    queryKey: ['relayed', body.nonce],
    queryFn: async ({ signal }) =>
      (await findAccepted(body.nonce, { signal })) ?? submitSend(userId, body),
    // A window that gets the focus, or a screen that is shown again, would submit a refused send again.
    enabled: ({ state }) => !(state.error instanceof RelayRefused),
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) =>
      state.error instanceof RelayRefused ||
      state.data?.state === 'DONE' ||
      state.data?.state === 'FAILED'
        ? false
        : FOLLOW_MS,
  })
