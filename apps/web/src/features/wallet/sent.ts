import { create } from 'zustand'
import { deviceStorage } from '#/lib/storage.ts'
import { onSignOut } from '#/lib/sign-out.ts'

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
  sentAtMs: number
  kind: 'send' | 'speed-up' | 'cancel'
  /** Whether our server remembers it too. */
  isReported: boolean
}

const keyOf = (userId: string) => `wallet_sent_${userId}`
const MOST = 50

type SentState = { userId: string | undefined; list: Sent[] }

export const useSent = create<SentState>(() => ({ userId: undefined, list: [] }))

onSignOut(({ wipe }) => {
  const { userId } = useSent.getState()
  if (wipe && userId !== undefined) deviceStorage.removeItem(keyOf(userId))
  useSent.setState({ userId: undefined, list: [] })
})

export function loadSent(userId: string): Sent[] {
  if (useSent.getState().userId !== userId) {
    useSent.setState({ userId, list: readSent(userId) })
  }
  return useSent.getState().list
}

function readSent(userId: string): Sent[] {
  try {
    const list: unknown = JSON.parse(deviceStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(list) ? (list as Sent[]) : [] // Written by us only.
  } catch {
    return []
  }
}

export function keepSent(userId: string, sent: Sent): void {
  const others = loadSent(userId).filter(({ hash }) => hash !== sent.hash)
  save(userId, [sent, ...others].slice(0, MOST))
}

export function changeSent(userId: string, hash: string, change: Partial<Sent>): void {
  save(
    userId,
    loadSent(userId).map((sent) => (sent.hash === hash ? { ...sent, ...change } : sent)),
  )
}

export function dropSent(userId: string, hashes: readonly string[]): void {
  if (hashes.length === 0) return
  save(
    userId,
    loadSent(userId).filter(({ hash }) => !hashes.includes(hash)),
  )
}

function save(userId: string, list: Sent[]): void {
  useSent.setState({ userId, list })
  deviceStorage.setItem(keyOf(userId), JSON.stringify(list))
}
