import { create } from 'zustand'
import { onSignOut } from '#/lib/sign-out.ts'
import { deviceStorage, memberKey } from '#/lib/storage.ts'

/**
 * A transaction from this device until it is final. It is stored before sending, so that closing
 * the tab loses nothing; a signed transaction is public and reveals no secret.
 */
export type Sent = {
  hash: `0x${string}`
  raw: `0x${string}`
  chainId: number
  nonce: number
  from: string
  /** The recipient, also for a token transfer. */
  to: string
  /** In the smallest unit, as a string. */
  amount: string
  decimals: number
  symbol: string
  contract: string | null
  /** The data of a call to a contract that is not a transfer. */
  data?: `0x${string}`
  /** The signed gas and fees in wei, as strings; a replacement has to pay more. */
  gas: string
  maxFeePerGas: string
  maxPriorityFeePerGas: string
  sentAtMs: number
  kind: 'send' | 'speed-up' | 'cancel'
  /** The member replaced it deliberately. */
  wasTakenOver?: boolean
  /** A connected site asked for it. It is no payment by which its recipient becomes known. */
  isForSite?: boolean
  /** A node has accepted it. Undefined while that is unknown. */
  hasArrived?: boolean
  /** True once our server has stored it too, which it never does for a site. */
  isReported: boolean
}

const keyOf = (userId: string) => memberKey('sent', userId)
const MAX_STORED = 50

type SentState = { userId: string | undefined; list: Sent[] }

export const useSent = create<SentState>(() => ({ userId: undefined, list: [] }))

onSignOut(() => useSent.setState({ userId: undefined, list: [] }))

export function loadSent(userId: string): Sent[] {
  if (useSent.getState().userId !== userId) {
    useSent.setState({ userId, list: readSent(userId) ?? [] })
  }
  return useSent.getState().list
}

/** Returns undefined if nothing is stored or storage is unavailable. */
function readSent(userId: string): Sent[] | undefined {
  try {
    const list: unknown = JSON.parse(deviceStorage.getItem(keyOf(userId)) ?? 'null')
    return Array.isArray(list) ? (list as Sent[]) : undefined // Only this app writes it.
  } catch {
    return undefined
  }
}

export function keepSent(userId: string, sent: Sent): void {
  change(userId, (list) => {
    const others = list.filter(({ hash }) => hash !== sent.hash)
    // Only speeding up and cancelling replace a transaction deliberately.
    const known = others.map((other) =>
      sent.kind !== 'send' && hasSameNonce(other, sent) ? { ...other, wasTakenOver: true } : other,
    )
    return [sent, ...known].slice(0, MAX_STORED)
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
 * Removes accepted transfers at log-out. Any other may exist only on this device and is sent again
 * after the next log-in.
 */
export function discardAccepted(userId: string): void {
  const others = (readSent(userId) ?? []).filter(({ hasArrived }) => !hasArrived)
  if (others.length === 0) deviceStorage.removeItem(keyOf(userId))
  else deviceStorage.setItem(keyOf(userId), JSON.stringify(others))
}

/** False if the last write to storage failed, so that only this tab has the list. */
let isWritten = true

/**
 * Reads the list from storage instead of this tab's memory, because another tab may have sent too.
 */
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

/** Shows transactions of other tabs in this tab. */
export function followOtherTabs(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    const { userId } = useSent.getState()
    if (userId === undefined || key !== keyOf(userId)) return
    useSent.setState({ list: readSent(userId) ?? [] })
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Returns the transactions that were not replaced: only the newest of each nonce. */
export function withoutReplaced(list: readonly Sent[]): Sent[] {
  return list.filter((sent, at) => !list.slice(0, at).some((newer) => hasSameNonce(newer, sent)))
}

function hasSameNonce(one: Sent, other: Sent): boolean {
  return one.chainId === other.chainId && one.from === other.from && one.nonce === other.nonce
}
