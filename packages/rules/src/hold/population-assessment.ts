import { assessKeys, type Assessment } from './assessment.ts'
import { HUB_MEMBERS, linksOf, sharedKey, type Link } from './links.ts'
import type { Rhythm } from './rhythm.ts'
import type { SimulatedAccount, SimulatedKind } from './simulated-account.ts'

const NO_RHYTHM: Rhythm = new Map()

/** Assesses everybody in a simulated population, as the job does with stored links. */
export function assessPopulation(accounts: readonly SimulatedAccount[]): Map<number, Assessment> {
  const sharing = new Map<string, number[]>()
  const linked = accounts
    .toSorted((one, other) => one.memberId - other.memberId)
    .map((account) => ({ account, links: linksOf(account) }))
  for (const { account, links } of linked) {
    for (const link of links) {
      const members = sharing.get(nameOf(link)) ?? []
      members.push(account.memberId)
      sharing.set(nameOf(link), members)
    }
  }
  const rhythms = new Map(accounts.map(({ memberId, rhythm }) => [memberId, rhythm]))
  return new Map(
    linked.map(({ account: { memberId, rhythm }, links }) => {
      const keys = links.map((link) => {
        const members = sharing.get(nameOf(link)) ?? []
        const at = members.indexOf(memberId)
        return sharedKey(link.kind, {
          before: members.slice(Math.max(0, at - HUB_MEMBERS), at).toReversed(),
          after: members.slice(at + 1, at + 1 + HUB_MEMBERS),
        })
      })
      return [memberId, assessKeys(rhythm, keys, (id) => rhythms.get(id) ?? NO_RHYTHM)]
    }),
  )
}

const nameOf = ({ kind, key }: Link): string => `${kind} ${key}`

export type Quality = {
  held: number
  /** The share of held accounts that belong to a farm; 1 if none is held. */
  precision: number
  /** The share of the accounts of farms that is held. */
  recall: number
  byKind: { kind: SimulatedKind; accounts: number; held: number }[]
}

const HONEST: readonly SimulatedKind[] = ['MEMBER', 'FAMILY', 'WORKSHOP']

/** Measures how well the assessment separates farms from members. */
export function qualityOf(accounts: readonly SimulatedAccount[]): Quality {
  const assessed = assessPopulation(accounts)
  const counts = new Map<SimulatedKind, { accounts: number; held: number }>()
  for (const { kind, memberId } of accounts) {
    const before = counts.get(kind) ?? { accounts: 0, held: 0 }
    const held = before.held + (assessed.get(memberId)?.isHeld ? 1 : 0)
    counts.set(kind, { accounts: before.accounts + 1, held })
  }
  const byKind = Array.from(counts, ([kind, count]) => ({ kind, ...count }))
  const farms = byKind.filter(({ kind }) => !HONEST.includes(kind))
  const sum = (rows: typeof byKind, of: 'accounts' | 'held') =>
    rows.reduce((total, row) => total + row[of], 0)
  const [held, found] = [sum(byKind, 'held'), sum(farms, 'held')]
  return {
    held,
    precision: held === 0 ? 1 : found / held,
    recall: farms.length === 0 ? 1 : found / sum(farms, 'accounts'),
    byKind,
  }
}
