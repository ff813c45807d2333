import { isSameAddress } from '#/features/wallet/address.ts'
import { deviceStorage, memberKey } from '#/lib/storage.ts'
import type { Sent } from './sent.ts'

/** The payment that an order requires. */
export type Payable = {
  /** Identifies the order on this device. */
  order: string
  chainId: number
  contract: string | null
  /** Only a transfer from this address counts. */
  payFrom: string
  payTo: string
  price: string
}

/**
 * The transaction of this device that pays an order. It is stored before sending and survives both
 * its removal from the pending list and a plain log-out, so that a paid order is never paid again.
 * Each member has a separate list.
 */
type OrderPayment = {
  order: string
  sent: Sent
  /** Transactions that this device signed with the same nonce: only one of them can be mined. */
  rivals?: readonly Sent[]
}

const keyOf = (userId: string) => memberKey('orderPayments', userId)
const MAX_STORED = 50

/** Reads storage each time, because another tab may have paid. */
function readAll(userId: string): OrderPayment[] {
  try {
    const list: unknown = JSON.parse(deviceStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(list) ? (list as OrderPayment[]) : [] // Only this app writes it.
  } catch {
    return []
  }
}

function write(userId: string, list: readonly OrderPayment[]): void {
  deviceStorage.setItem(keyOf(userId), JSON.stringify(list.slice(0, MAX_STORED)))
}

export function findOrderPayment(userId: string, order: string): Sent | undefined {
  return readAll(userId).find((each) => each.order === order)?.sent
}

/**
 * Returns the transaction of an order that this wallet signed. The call of a mission counts only
 * from the member's own wallet, so one of a former wallet is not followed.
 */
export function findPaymentBy(
  { userId, address }: { userId: string; address: string },
  order: string,
): Sent | undefined {
  const sent = findOrderPayment(userId, order)
  return sent && isSameAddress(sent.from, address) ? sent : undefined
}

export function findRivals(userId: string, order: string): readonly Sent[] {
  return readAll(userId).find((each) => each.order === order)?.rivals ?? []
}

export function keepOrderPayment(userId: string, order: string, sent: Sent): void {
  const all = readAll(userId)
  const was = all.find((each) => each.order === order)
  // A replacement keeps the earlier transactions as rivals. A new payment has its own nonce.
  const isSameNonce = was !== undefined && hasSameNonce(was.sent, sent)
  const known = isSameNonce ? [was.sent, ...(was.rivals ?? [])] : []
  const rivals = known.filter(({ hash }) => hash !== sent.hash)
  write(userId, [{ order, sent, rivals }, ...all.filter((each) => each !== was)])
}

/** Adds a speed-up or cancellation from any screen to the order that it affects. */
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

/** Allows one payment of an order at a time across all tabs of this device. */
export function whilePaying<Result>(order: string, action: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request(`solstice-order-${order}`, action) : action()
}
