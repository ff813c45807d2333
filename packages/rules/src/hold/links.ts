import { HOUR_MS } from '#/duration.ts'
import { mailboxOf, normaliseEmail } from '#/email.ts'
import type { HoldSignal } from './evidence.ts'

/** Two members are linked by a kind if they have the same key of it. */
export const LINK_KINDS = ['FUNDING', 'DEVICE', 'MAILBOX', 'NAME', 'NETWORK', 'STAR'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

const SIGNAL_OF: Record<LinkKind, HoldSignal> = {
  FUNDING: 'FUNDING',
  DEVICE: 'DEVICE',
  MAILBOX: 'EMAIL',
  NAME: 'EMAIL',
  NETWORK: 'NETWORK',
  STAR: 'STAR',
}

export function signalOfLink(kind: LinkKind): HoldSignal {
  return SIGNAL_OF[kind]
}

/**
 * A key of more members than this is usually an exchange, a mobile network or a common name, so it
 * counts only among members who share more than it.
 */
export const HUB_MEMBERS = 100
/** The neighbours on each side stand for all members of a large key. That bounds the work. */
const NEIGHBOURS = HUB_MEMBERS / 2
/** These keys always count: nobody shares a mailbox or a device with a hundred strangers. */
const NEVER_HUBS: readonly LinkKind[] = ['MAILBOX', 'DEVICE']

/** A key of a member, and the others who have it. */
export type SharedKey = { kind: LinkKind; peers: readonly number[]; isHub: boolean }

/**
 * Returns a key with the members by whom it is judged, from the members before and after this one,
 * at most `HUB_MEMBERS` on each side, the nearest first.
 */
export function sharedKey(
  kind: LinkKind,
  { before, after }: { before: readonly number[]; after: readonly number[] },
): SharedKey {
  const isLarge = before.length + after.length >= HUB_MEMBERS
  const peers = isLarge
    ? [...before.slice(0, NEIGHBOURS), ...after.slice(0, NEIGHBOURS)]
    : [...before, ...after]
  return { kind, peers, isHub: isLarge && !NEVER_HUBS.includes(kind) }
}

/** Only the first sources of a wallet count, because later transfers come from anywhere. */
const FUNDING_SOURCES_MAX = 3
const DEVICES_MAX = 5
/** A referrer with fewer friends is no centre of a star. */
const STAR_FRIENDS = 5
/** Sign-ups of one network within half of this time always share a period. */
const BURST_MS = 6 * HOUR_MS
/** A shorter name is too common. */
const NAME_LETTERS_MIN = 3

export type LinkFacts = {
  memberId: number
  joinedAt: Date
  email: string
  deviceIds: readonly string[]
  /** The network of the sign-up, if it is known. */
  network: string | undefined
  /** The accounts that first sent something to the member's wallet, oldest first. */
  fundedBy: readonly string[]
  referredBy: number | null
  /** The number of friends who joined with the member's code. */
  friends: number
}

export type Link = { kind: LinkKind; key: string }

/** Returns the keys by which a member may be linked to others. */
export function linksOf(facts: LinkFacts): Link[] {
  const { memberId, referredBy, friends, network } = facts
  const name = nameFamilyOf(facts.email)
  const centres = [
    ...(friends >= STAR_FRIENDS ? [memberId] : []),
    ...(referredBy === null ? [] : [referredBy]),
  ]
  return [
    ...facts.fundedBy.slice(0, FUNDING_SOURCES_MAX).map((key) => link('FUNDING', key)),
    ...facts.deviceIds.slice(0, DEVICES_MAX).map((key) => link('DEVICE', key)),
    link('MAILBOX', mailboxOf(facts.email)),
    ...(name === undefined ? [] : [link('NAME', name)]),
    ...(network === undefined
      ? []
      : periodsOf(facts.joinedAt).map((period) => link('NETWORK', `${network} ${period}`))),
    ...centres.map((key) => link('STAR', String(key))),
  ]
}

const link = (kind: LinkKind, key: string): Link => ({ kind, key })

/** Returns two overlapping periods, so that a burst is never cut in halves. */
function periodsOf(at: Date): string[] {
  return [0, BURST_MS / 2].map((shift) => {
    const period = Math.floor((at.getTime() + shift) / BURST_MS)
    return `${shift === 0 ? 'a' : 'b'}${period}`
  })
}

/**
 * Returns an address with its digits replaced, if the name has any: `farm07@mail.example` and
 * `farm8@mail.example` are one family.
 */
export function nameFamilyOf(email: string): string | undefined {
  const mailbox = mailboxOf(normaliseEmail(email))
  const at = mailbox.lastIndexOf('@')
  const name = mailbox.slice(0, at)
  const letters = name.replaceAll(/[\d._-]/g, '')
  if (!/\d/.test(name) || letters.length < NAME_LETTERS_MIN) return undefined
  return `${name.replaceAll(/\d+/g, '#')}${mailbox.slice(at)}`
}
