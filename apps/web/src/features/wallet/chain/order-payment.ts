import { deviceStorage, memberKey } from '#/lib/storage.ts'
import type { Sent } from './sent.ts'

/** What an order asks to be paid, and where. */
export type Payable = {
  /** Names the order on this device. */
  order: string
  chainId: number
  contract: string | null
  /** Only a transfer from here counts. */
  payFrom: string
  payTo: string
  price: string
}

/**
 * Which transaction of this device pays an order. It is kept before it is sent and outlives the list
 * of what is on its way, and a plain log-out: whatever happens in between, an order that was paid is
 * not paid again. Each member has their own list, which no screen of another one reads.
 */
type OrderPayment = {
  order: string
  sent: Sent
  /** What this device signed with the same number: only one of them can ever happen. */
  rivals?: readonly Sent[]
}

const keyOf = (userId: string) => memberKey('orderPayments', userId)
const MOST = 50

/** Read each time: another tab may have paid. */
function readAll(userId: string): OrderPayment[] {
  try {
    const list: unknown = JSON.parse(deviceStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(list) ? (list as OrderPayment[]) : [] // Written by us only.
  } catch {
    return []
  }
}

function write(userId: string, list: readonly OrderPayment[]): void {
  deviceStorage.setItem(keyOf(userId), JSON.stringify(list.slice(0, MOST)))
}

export function findOrderPayment(userId: string, order: string): Sent | undefined {
  return readAll(userId).find((each) => each.order === order)?.sent
}

export function findRivals(userId: string, order: string): readonly Sent[] {
  return readAll(userId).find((each) => each.order === order)?.rivals ?? []
}

export function keepOrderPayment(userId: string, order: string, sent: Sent): void {
  const all = readAll(userId)
  const was = all.find((each) => each.order === order)
  // One that took the place of the last: the others are still about. A new one has its own number.
  const isSameNonce = was !== undefined && hasSameNonce(was.sent, sent)
  const known = isSameNonce ? [was.sent, ...(was.rivals ?? [])] : []
  const rivals = known.filter(({ hash }) => hash !== sent.hash)
  write(userId, [{ order, sent, rivals }, ...all.filter((each) => each !== was)])
}

/** Speeding up or cancelling on any screen: the order it pays knows of it whenever it is looked at. */
export function noteRival(userId: string, by: Sent): void {
  const all = readAll(userId)
  if (!all.some(({ sent }) => hasSameNonce(sent, by))) return
  write(
    userId,
    all.map((each) =>
      hasSameNonce(each.sent, by) && each.sent.hash !== by.hash
        ? { ...each, rivals: [by, ...(each.rivals ?? []).filter(({ hash }) => hash !== by.hash)] }
        : each,
    ),
  )
}

function hasSameNonce(one: Sent, other: Sent): boolean {
  return one.chainId === other.chainId && one.from === other.from && one.nonce === other.nonce
}

export function deleteOrderPayment(userId: string, order: string): void {
  write(
    userId,
    readAll(userId).filter((each) => each.order !== order),
  )
}

/** One payment of an order at a time, in all tabs of this device. */
export function whilePaying<Result>(order: string, action: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request(`solstice-order-${order}`, action) : action()
}
