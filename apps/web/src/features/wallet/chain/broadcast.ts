import { sendRawTransaction } from 'viem/actions'
import type { Network } from './networks.ts'
import { RpcError } from './rpc-error.ts'
import { findTransaction, nodeOf } from './rpc.ts'
import type { Sent } from './sent.ts'

/** It is unknown if a transaction arrived. The transaction is stored, followed and sent again. */
export class UnsureError extends RpcError {
  readonly sent: Sent

  constructor(sent: Sent, cause: unknown) {
    const problem = cause instanceof RpcError && cause.problem === 'slow' ? 'slow' : 'unreachable'
    super(problem, cause instanceof RpcError ? cause.detail : '', { cause })
    this.sent = sent
  }
}

/**
 * A new transfer would get the nonce of one that may still arrive, and would silently replace it.
 */
export class NonceTakenError extends Error {
  override readonly name = 'NonceTakenError'
}

/** Sending twice is harmless, because it is the same transaction. */
export async function sendRaw(network: Network, { raw }: Pick<Sent, 'raw'>): Promise<void> {
  try {
    await sendRawTransaction(nodeOf(network), { serializedTransaction: raw })
  } catch (cause) {
    if (cause instanceof RpcError && /already known|known transaction/i.test(cause.detail)) return
    throw cause
  }
}

/** Phrases with which node implementations reject a transaction permanently. */
const NEVER = new RegExp(
  [
    'insufficient ?funds',
    'enough funds',
    'upfront cost',
    'nonce (is )?too low',
    'oldnonce',
    'underpriced',
    'fee ?too ?low',
    'is too low',
    'less than block base fee',
    'higher than max fee',
    'below configured minimum',
    'intrinsic gas',
    'requires at least \\d+ gas',
    'exceeds block gas limit',
    'exceeds the configured cap',
    'fee cap exceeded',
    'invalid (sender|signature|chain)',
    'oversized data',
  ].join('|'),
  'i',
)

/**
 * Returns the state of a transaction whose sending failed. A retry signs the next nonce, so it
 * counts as refused only if the node rejects it with a known phrase and does not know it
 * afterwards.
 */
export async function broadcastOutcome(
  network: Network,
  { hash }: Pick<Sent, 'hash'>,
  cause: unknown,
): Promise<'arrived' | 'refused' | 'unsure'> {
  if (!(cause instanceof RpcError) || cause.problem !== 'refused') return 'unsure'
  try {
    if (await findTransaction(network, hash)) return 'arrived'
    return cause.isNodeError && NEVER.test(cause.detail) ? 'refused' : 'unsure'
  } catch {
    return 'unsure'
  }
}
