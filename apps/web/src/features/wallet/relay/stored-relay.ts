import type { CallInput } from '@solstice/contract/wire'
import { SECOND_MS } from '@solstice/rules/duration'
import { deviceStorage, memberKey } from '#/lib/storage.ts'

/** The signed send, as it is submitted. */
export type SignedRelay = CallInput<'relay.send'>['body']

/** A member who has left the progress of a send finds it as a row, and sends something else meanwhile. */
export type StoredRelay = { body: SignedRelay; isLeft: boolean; refusal?: StoredRefusal }

/** The reply with which the server refused a send. */
export type StoredRefusal = { status: number; code?: number; msg: string }

/** A refused send that the member has read about stays, unlisted, so that no tab submits it again. */
type KeptRelay = StoredRelay & { isForgotten?: boolean }

const keyOf = (userId: string) => memberKey('relay', userId)

/**
 * Stores a signed send before it is submitted, so that it continues after a reload. It can only move what
 * the member signed, and only once.
 */
export function storeRelay(userId: string, body: SignedRelay): void {
  save(userId, [...readKept(userId), { body, isLeft: false }])
}

/** Returns the sends that have not ended as far as this device knows, oldest first. */
export function findStoredRelays(userId: string): StoredRelay[] {
  return readKept(userId).filter(({ isForgotten }) => isForgotten !== true)
}

function readKept(userId: string): KeptRelay[] {
  try {
    const stored: unknown = JSON.parse(deviceStorage.getItem(keyOf(userId)) ?? 'null')
    return Array.isArray(stored) ? (stored as KeptRelay[]) : [] // Only this app writes it.
  } catch {
    return []
  }
}

/** Notes whether the member has left the progress of a send. */
export function setRelayLeft(userId: string, nonce: string, isLeft: boolean): void {
  change(userId, nonce, (kept) => ({ ...kept, isLeft }))
}

/** Stores that the server refused a send, which must not be submitted again. */
export function storeRefusal(userId: string, nonce: string, refusal: StoredRefusal): void {
  change(userId, nonce, (kept) => ({ ...kept, refusal }))
}

export function findRefusal(userId: string, nonce: string): StoredRefusal | undefined {
  return readKept(userId).find(({ body }) => body.nonce === nonce)?.refusal
}

export function forgetRelay(userId: string, nonce: string): void {
  const kept = readKept(userId).filter(({ body, refusal }) => body.nonce !== nonce || refusal)
  save(
    userId,
    kept.map((each) => (each.body.nonce === nonce ? { ...each, isForgotten: true } : each)),
  )
}

function change(userId: string, nonce: string, by: (kept: KeptRelay) => KeptRelay): void {
  const kept = readKept(userId)
  save(
    userId,
    kept.map((each) => (each.body.nonce === nonce ? by(each) : each)),
  )
}

/** After its deadline nobody can execute a send, so that a forgotten one is deleted. */
const isKept = ({ body, isForgotten }: KeptRelay): boolean =>
  isForgotten !== true || body.deadline * SECOND_MS > Date.now()

function save(userId: string, all: readonly KeptRelay[]): void {
  const stored = all.filter(isKept)
  if (stored.length === 0) deviceStorage.removeItem(keyOf(userId))
  else deviceStorage.setItem(keyOf(userId), JSON.stringify(stored))
}
