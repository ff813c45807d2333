import { MINUTE_MS } from '#/duration.ts'
import { mailboxOf } from '#/email.ts'
import type { FarmKind } from './farm-kinds.ts'
import {
  aDay,
  anEmail,
  personalRhythm,
  type Crowd,
  type SimulatedAccount,
} from './simulated-account.ts'
import { draws, type Draws } from './simulated-draws.ts'
import { FARMS } from './simulated-farms.ts'

export type PopulationSize = {
  members: number
  families: number
  workshops: number
  /** Farms of each kind. */
  farms: number
  /** The accounts of each farm, instead of the usual size of its kind. */
  farmAccounts?: number
}

export const POPULATION: PopulationSize = { members: 2500, families: 150, workshops: 3, farms: 5 }

/** Exchanges pay out to so many members that their accounts say nothing about them. */
const EXCHANGES = 4
const SMALL_EXCHANGES = 12
const MOBILE_NETWORKS = 6

/** Returns members, families, workshops and farms, the same ones for a seed. */
export function simulatePopulation(
  seed: number,
  size: PopulationSize = POPULATION,
  kinds: readonly FarmKind[] = [],
): SimulatedAccount[] {
  const accounts: SimulatedAccount[] = []
  const mailboxes = new Set<string>()
  const crowd: Crowd = {
    accounts,
    draws: draws(seed),
    add: (account) => {
      const memberId = accounts.length + 1
      const isTagged = account.email.includes('+')
      // No two people have the same mailbox, although the draws may give them the same name.
      const isTaken = !isTagged && mailboxes.has(mailboxOf(account.email))
      const email = isTaken ? account.email.replace('@', `${lettersOf(memberId)}@`) : account.email
      mailboxes.add(mailboxOf(email))
      accounts.push({ ...account, email, memberId, friends: 0 })
      return memberId
    },
  }
  for (let index = 0; index < size.members; index += 1) addMember(crowd)
  for (let group = 1; group <= size.families; group += 1) addFamily(crowd, group)
  for (let group = 1; group <= size.workshops; group += 1) addWorkshop(crowd, group)
  for (const kind of kinds) {
    for (let group = 1; group <= size.farms; group += 1)
      FARMS[kind](crowd, group, size.farmAccounts)
  }
  const friends = new Map<number, number>()
  for (const { referredBy } of accounts) {
    if (referredBy !== null) friends.set(referredBy, (friends.get(referredBy) ?? 0) + 1)
  }
  return accounts.map((account) => ({ ...account, friends: friends.get(account.memberId) ?? 0 }))
}

const lettersOf = (number: number): string =>
  Array.from(String(number), (digit) => 'abcdefghij'[Number(digit)]).join('')

/** Most wallets get their first coins from an exchange, some from a small one or a friend. */
function fundingOf({ chance, whole }: Draws, own: string): string[] {
  if (chance(0.2)) return []
  if (chance(0.8)) return [`exchange:${whole(EXCHANGES)}`]
  return [chance(0.5) ? `small-exchange:${whole(SMALL_EXCHANGES)}` : own]
}

function networkOf({ chance, whole }: Draws, own: string): string {
  return chance(0.4) ? `mobile:${whole(MOBILE_NETWORKS)}` : own
}

function addMember({ add, accounts, draws: drawn }: Crowd): void {
  const next = accounts.length
  const { chance, whole } = drawn
  // Well-known members bring hundreds of friends.
  const referrer = chance(0.1) ? 1 + whole(Math.min(5, next)) : 1 + whole(next)
  add({
    kind: 'MEMBER',
    group: 0,
    joinedAt: aDay(drawn),
    email: anEmail(drawn),
    deviceIds: [`device:${next}`],
    network: networkOf(drawn, `home:${next}`),
    fundedBy: fundingOf(drawn, `friend:${next}`),
    referredBy: next > 5 && chance(0.5) ? referrer : null,
    rhythm: personalRhythm(drawn),
  })
}

/** A family shares devices and a network; one member invites the others and pays their fees. */
function addFamily({ add, draws: drawn }: Crowd, group: number): void {
  const { chance, whole } = drawn
  // One family in twenty is a large one.
  const size = chance(0.05) ? 7 + whole(4) : 2 + whole(5)
  const joinedAt = aDay(drawn)
  const isFunded = chance(0.5)
  const isTagged = chance(0.1)
  const hour = 7 + whole(16)
  let inviter: number | null = null
  for (let index = 0; index < size; index += 1) {
    const own = `family:${group}:${index}`
    const tag = `family${group}+${index}@gmail.com`
    const id = add({
      kind: 'FAMILY',
      group,
      joinedAt: new Date(joinedAt.getTime() + index * (5 + whole(60)) * MINUTE_MS),
      email: isTagged && size <= 6 ? tag : anEmail(drawn),
      deviceIds: [`family:${group}:shared`, own],
      network: `family:${group}`,
      fundedBy: isFunded ? [`family:${group}`] : fundingOf(drawn, own),
      referredBy: inviter,
      rhythm: personalRhythm(drawn, hour),
    })
    inviter ??= id
  }
}

/** An event: one person explains the programme to a room, and sends everybody the first coins. */
function addWorkshop({ add, draws: drawn }: Crowd, group: number): void {
  const { whole } = drawn
  const joinedAt = aDay(drawn)
  const size = 15 + whole(20)
  let inviter: number | null = null
  for (let index = 0; index < size; index += 1) {
    const id = add({
      kind: 'WORKSHOP',
      group,
      joinedAt: new Date(joinedAt.getTime() + whole(60) * MINUTE_MS),
      email: anEmail(drawn),
      deviceIds: [`workshop:${group}:${index}`],
      network: `workshop:${group}`,
      fundedBy: [`workshop:${group}`],
      referredBy: inviter,
      rhythm: personalRhythm(drawn),
    })
    inviter ??= id
  }
}
