import { HOLD_SIGNALS, type HoldSignal } from './evidence.ts'
import { signalOfLink, type LinkKind, type SharedKey } from './links.ts'
import { isRoutine, isSameRhythm, type Rhythm } from './rhythm.ts'

/** The points of a link between two members. */
const LINK_POINTS: Record<LinkKind, number> = {
  // A person who reads a mailbox can take over all of its accounts, so it needs no second signal.
  MAILBOX: 100,
  FUNDING: 50,
  NAME: 40,
  DEVICE: 30,
  STAR: 25,
  NETWORK: 20,
}
const RHYTHM_POINTS = 50
/**
 * Reminders and alarm clocks make a routine, too. Together with the first coins, which anybody can
 * send to a member, it is not enough.
 */
const ROUTINE_POINTS = 30
/** Families share a device and a network, so both together count no more than one device. */
const HOUSEHOLD_POINTS_MAX = 30

/** Two members are linked closely from this score on. */
export const PAIR_THRESHOLD = 100
/** A smaller group, the member included, may be a household and is never held. */
export const GROUP_MIN = 8
/**
 * Without a shared mailbox, name or rhythm a group of this size may still be a large household or a
 * workshop, so it has to be larger.
 */
export const UNDECIDED_GROUP_MIN = 13

/**
 * A key of a hub counts if at least this share of its members is linked closely. Of those who have an
 * exchange in common, few also have a network, a referrer and a rhythm in common; in a farm, nearly
 * all have.
 */
const HUB_LINKED_SHARE = 0.25

export type PeerFacts = {
  memberId: number
  /** The kinds of which both have the same key, each once. */
  kinds: readonly LinkKind[]
  rhythm: Rhythm
}

export type ScoredPeer = { memberId: number; signals: HoldSignal[]; score: number }

export type Assessment = {
  isHeld: boolean
  /** The score at which the group reaches its smallest size. */
  score: number
  signals: HoldSignal[]
  /** The members who are linked closely, the closest first. */
  peers: ScoredPeer[]
}

/** Returns the points of links without the rhythm, which is read only if it can decide. */
export function linkScore(kinds: readonly LinkKind[]): number {
  const has = (kind: LinkKind) => (kinds.includes(kind) ? LINK_POINTS[kind] : 0)
  const household = Math.min(HOUSEHOLD_POINTS_MAX, has('DEVICE') + has('NETWORK'))
  // A shared mailbox is also a shared name.
  return household + has('FUNDING') + has('STAR') + Math.max(has('MAILBOX'), has('NAME'))
}

/** Returns whether the rhythm of a peer can decide. */
export function needsRhythm(kinds: readonly LinkKind[]): boolean {
  return linkScore(kinds) + RHYTHM_POINTS >= PAIR_THRESHOLD
}

/** The most points that a signal can add, for operators. */
export function weightOf(signal: HoldSignal): number {
  if (signal === 'RHYTHM') return RHYTHM_POINTS
  return signal === 'EMAIL' ? LINK_POINTS.MAILBOX : LINK_POINTS[signal]
}

function scorePeer(own: Rhythm, { memberId, kinds, rhythm }: PeerFacts): ScoredPeer {
  const isSame = needsRhythm(kinds) && isSameRhythm(own, rhythm)
  const rhythmPoints = isRoutine(own, rhythm) ? ROUTINE_POINTS : RHYTHM_POINTS
  const found = new Set(kinds.map(signalOfLink))
  if (isSame) found.add('RHYTHM')
  return {
    memberId,
    signals: HOLD_SIGNALS.filter((signal) => found.has(signal)),
    score: linkScore(kinds) + (isSame ? rhythmPoints : 0),
  }
}

/**
 * Returns the signals that a group shares. A signal of fewer peers than make a group is no evidence
 * against it: a member may once have paid a fee for another one.
 */
export function groupSignals(peers: readonly ScoredPeer[]): HoldSignal[] {
  return HOLD_SIGNALS.filter(
    (signal) => peers.filter(({ signals }) => signals.includes(signal)).length >= GROUP_MIN - 1,
  )
}

const isDecisive = ({ signals }: ScoredPeer): boolean =>
  signals.includes('EMAIL') || signals.includes('RHYTHM')

/**
 * Decides whether a member belongs to a farm: to a group that is larger than a household, whose
 * members are each linked to this one by more than a device, a network and an invitation.
 */
export function assess(own: Rhythm, candidates: readonly PeerFacts[]): Assessment {
  const peers = candidates
    .map((candidate) => scorePeer(own, candidate))
    .filter(({ score }) => score >= PAIR_THRESHOLD)
    .toSorted((one, other) => other.score - one.score || one.memberId - other.memberId)
  const isLarge = peers.length + 1 >= UNDECIDED_GROUP_MIN
  const isClose = peers.filter(isDecisive).length + 1 >= GROUP_MIN
  const found = new Set(peers.flatMap(({ signals }) => signals))
  return {
    isHeld: isLarge || isClose,
    score: peers[GROUP_MIN - 2]?.score ?? 0,
    signals: HOLD_SIGNALS.filter((signal) => found.has(signal)),
    peers,
  }
}

type Kinds = ReadonlyMap<number, ReadonlySet<LinkKind>>

function kindsOf(keys: readonly SharedKey[]): Kinds {
  const shared = new Map<number, Set<LinkKind>>()
  for (const { kind, peers } of keys) {
    for (const peer of peers) shared.set(peer, (shared.get(peer) ?? new Set()).add(kind))
  }
  return shared
}

/** Returns the peers who may be linked closely, so that the check-ins of the others are not read. */
export function candidatesOf(keys: readonly SharedKey[]): Map<number, LinkKind[]> {
  const small = kindsOf(keys.filter(({ isHub }) => !isHub))
  const candidates = new Map<number, LinkKind[]>()
  for (const [peer, kinds] of kindsOf(keys)) {
    const all = Array.from(kinds)
    // One hub in common is what strangers have in common.
    if (needsRhythm(all) && (all.length > 1 || small.has(peer))) candidates.set(peer, all)
  }
  return candidates
}

/** Decides about a member by the keys, after leaving out those of crowds. */
export function assessKeys(
  own: Rhythm,
  keys: readonly SharedKey[],
  rhythmOf: (memberId: number) => Rhythm,
): Assessment {
  const assessment = assess(
    own,
    Array.from(candidatesOf(keys), ([memberId, kinds]) => ({
      memberId,
      kinds,
      rhythm: rhythmOf(memberId),
    })),
  )
  const linked = new Set(assessment.peers.map(({ memberId }) => memberId))
  const counted = keys.filter(({ isHub, peers }) => {
    const close = peers.filter((peer) => linked.has(peer))
    return !isHub || close.length >= HUB_LINKED_SHARE * peers.length
  })
  // Without the points of a crowd, the members of another hub may no longer be linked.
  return counted.length === keys.length ? assessment : assessKeys(own, counted, rhythmOf)
}
