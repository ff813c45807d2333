import { isUnlimited } from './simulated-effects.ts'
import type { Effect } from './simulated-effects.ts'

type Move = Extract<Effect, { kind: 'moved' | 'item' }>
type Permission = Extract<Effect, { owner: string }>

/**
 * Returns what a call states to take from a member, or to let others take, and its simulation does
 * not report. A node may ignore transfers of the coin, or lie.
 */
export function missingEffects(
  stated: readonly Effect[],
  reported: readonly Effect[],
  member: string,
): Effect[] {
  const own = member.toLowerCase()
  return stated.flatMap((effect): Effect[] => {
    if (effect.kind === 'unreadable') return []
    if ('owner' in effect) {
      return effect.owner === own && !isPermissionReported(effect, reported) ? [effect] : []
    }
    if (effect.from !== own || effect.to === own) return []
    const amount = effect.amount - reportedAmount(effect, reported)
    return amount > 0n ? [{ ...effect, amount }] : []
  })
}

/**
 * A token may keep a part of a transfer as its fee, so all that it takes counts, but only if the
 * stated recipient receives something.
 */
function reportedAmount(stated: Move, reported: readonly Effect[]): bigint {
  const moves = reported.filter(
    (each): each is Move =>
      (each.kind === 'moved' || each.kind === 'item') &&
      each.contract === stated.contract &&
      each.from === stated.from,
  )
  const isSame = (each: Move) => idOf(each) === idOf(stated)
  const toStated = moves.filter(({ to }) => to === stated.to)
  // `transferFrom` of a collectible has the selector of a token, and its number is read as an amount.
  if (stated.kind === 'moved' && toStated.some((each) => idOf(each) === stated.amount)) {
    return stated.amount
  }
  if (!toStated.some((each) => isSame(each) && each.amount > 0n)) return 0n
  return moves.filter(isSame).reduce((sum, { amount }) => sum + amount, 0n)
}

const idOf = (move: Move) => (move.kind === 'item' ? move.id : undefined)

/** The last event of a permission counts. A permission that the call takes back needs no report. */
function isPermissionReported(stated: Permission, reported: readonly Effect[]): boolean {
  const same = reported.filter(
    (each): each is Permission =>
      'owner' in each && each.contract === stated.contract && each.spender === stated.spender,
  )
  const last = same.findLast(({ kind, owner }) => kind === stated.kind && owner === stated.owner)
  switch (stated.kind) {
    case 'allowance':
      return (
        stated.amount === 0n ||
        (last?.kind === 'allowance' && isAtLeast(last.amount, stated.amount)) ||
        // `approve` of a collectible has the selector of a token as well.
        same.some((each) => each.kind === 'item-allowance' && each.id === stated.amount)
      )
    case 'item-allowance':
      return same.some((each) => each.kind === 'item-allowance' && each.id === stated.id)
    case 'operator':
      return !stated.isApproved || (last?.kind === 'operator' && last.isApproved)
  }
}

/** Some tokens store less than the largest number for an allowance without a limit. */
const isAtLeast = (amount: bigint, stated: bigint) => amount >= stated || isUnlimited(amount)
