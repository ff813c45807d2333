import { create } from 'zustand'
import { onSignOut } from '#/lib/sign-out.ts'
import { deviceStorage, memberKey } from '#/lib/storage.ts'

/**
 * A transaction from this device until its network made it final. Kept before it is sent, so that a
 * closed tab loses nothing; a signed transaction is public and opens nothing.
 */
export type Sent = {
  hash: `0x${string}`
  raw: `0x${string}`
  chainId: number
  nonce: number
  from: string
  /** Who gets it, also where a token is called. */
  to: string
  /** In the smallest part, as text. */
  amount: string
  decimals: number
  symbol: string
  contract: string | null
  /** What was signed with it, in wei, as text: whatever takes its place has to pay more. */
  gas: string
  maxFeePerGas: string
  maxPriorityFeePerGas: string
  sentAtMs: number
  kind: 'send' | 'speed-up' | 'cancel'
  /** The member themselves let another one take its place. */
  wasTakenOver?: boolean
  /** A node has accepted it. Missing while nobody could tell. */
  hasArrived?: boolean
  /** Whether our server remembers it too. */
  isReported: boolean
}

const keyOf = (userId: string) => memberKey('sent', userId)
const MOST = 50

type SentState = { userId: string | undefined; list: Sent[] }

export const useSent = create<SentState>(() => ({ userId: undefined, list: [] }))

onSignOut(() => useSent.setState({ userId: undefined, list: [] }))

export function loadSent(userId: string): Sent[] {
  if (useSent.getState().userId !== userId) {
    useSent.setState({ userId, list: readSent(userId) ?? [] })
  }
  return useSent.getState().list
}

/** Nothing where nothing is kept, or where this browser keeps nothing. */
function readSent(userId: string): Sent[] | undefined {
  try {
    const list: unknown = JSON.parse(deviceStorage.getItem(keyOf(userId)) ?? 'null')
    return Array.isArray(list) ? (list as Sent[]) : undefined // Written by us only.
  } catch {
    return undefined
  }
}

export function keepSent(userId: string, sent: Sent): void {
  change(userId, (list) => {
    const others = list.filter(({ hash }) => hash !== sent.hash)
    // Only speeding up and cancelling are meant to take a place.
    const known = others.map((other) =>
      sent.kind !== 'send' && hasSameNonce(other, sent)
        ? { ...other, wasTakenOver: true }
        : other,
    )
    return [sent, ...known].slice(0, MOST)
  })
}

export function changeSent(userId: string, hash: string, changed: Partial<Sent>): void {
  change(userId, (list) =>
    list.map((sent) => (sent.hash === hash ? { ...sent, ...changed } : sent)),
  )
}

export function dropSent(userId: string, hashes: readonly string[]): void {
  if (hashes.length === 0) return
  change(userId, (list) => list.filter(({ hash }) => !hashes.includes(hash)))
}

/**
 * At a log-out. What a network has accepted needs this device no longer; anything else may exist
 * nowhere but here, and is sent again after the next log-in.
 */
export function discardArrived(userId: string): void {
  const others = (readSent(userId) ?? []).filter(({ hasArrived }) => !hasArrived)
  if (others.length === 0) deviceStorage.removeItem(keyOf(userId))
  else deviceStorage.setItem(keyOf(userId), JSON.stringify(others))
}

/** The device took what was last written; otherwise this tab alone knows. */
let isWritten = true

/** What the device holds now, not what this tab remembers: another tab may have sent too. */
export function sentByAllTabs(userId: string): Sent[] {
  return (isWritten ? readSent(userId) : undefined) ?? loadSent(userId)
}

function change(userId: string, next: (list: Sent[]) => Sent[]): void {
  const list = next(sentByAllTabs(userId))
  useSent.setState({ userId, list })
  const text = JSON.stringify(list)
  deviceStorage.setItem(keyOf(userId), text)
  isWritten = deviceStorage.getItem(keyOf(userId)) === text
}

/** Shows in this tab what another one sent. */
export function followOtherTabs(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    const { userId } = useSent.getState()
    if (userId === undefined || key !== keyOf(userId)) return
    useSent.setState({ list: readSent(userId) ?? [] })
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Of transactions with the same number only the newest is still meant: it took the others' place. */
export function stillMeant(list: readonly Sent[]): Sent[] {
  return list.filter((sent, at) => !list.slice(0, at).some((newer) => hasSameNonce(newer, sent)))
}

function hasSameNonce(one: Sent, other: Sent): boolean {
  return one.chainId === other.chainId && one.from === other.from && one.nonce === other.nonce
}
