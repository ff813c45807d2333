import type { ClosedNote, WaitingProposal } from './engine-parts.ts'
import type { Session, Waiting } from './record.ts'

/** The one thing that the member is reviewing. */
export type Review =
  | { kind: 'proposal'; proposal: WaitingProposal }
  | { kind: 'request'; topic: string; id: number }
  /** A request or proposal that closed while it was on the screen. */
  | { kind: 'closed'; site: string; why: ClosedNote['why'] | 'failed' }

type Queue = { proposals: readonly WaitingProposal[]; sessions: readonly Session[] }

/**
 * Keeps what is on the screen until it is answered or closes, so that nothing takes its place while
 * the member reads it or enters the PIN; then the earliest follows.
 */
export function nextReview(current: Review | undefined, queue: Queue): Review | undefined {
  if (current && isPending(current, queue)) return current
  const items = [
    ...queue.proposals.map((proposal) => ({
      receivedAtMs: proposal.receivedAtMs,
      review: { kind: 'proposal', proposal } as const,
    })),
    ...queue.sessions.flatMap(({ topic, waiting }) =>
      waiting.map(({ id, receivedAtMs }) => ({
        receivedAtMs,
        review: { kind: 'request', topic, id } as const,
      })),
    ),
  ]
  const [first] = items.toSorted((one, other) => one.receivedAtMs - other.receivedAtMs)
  return first?.review
}

function isPending(current: Review, queue: Queue): boolean {
  switch (current.kind) {
    case 'closed':
      return true
    case 'proposal':
      return queue.proposals.includes(current.proposal)
    case 'request':
      return requestOf(current, queue.sessions) !== undefined
  }
}

export function requestOf(
  { topic, id }: { topic: string; id: number },
  sessions: readonly Session[],
): { session: Session; request: Waiting } | undefined {
  const session = sessions.find((each) => each.topic === topic)
  const request = session?.waiting.find((each) => each.id === id)
  return session && request && { session, request }
}

/** Shows the reason when the request on the screen closes, and when one may have been sent. */
export function reviewAfterClosing(
  current: Review | undefined,
  { topic, id, site, why }: ClosedNote,
): Review | undefined {
  const isShown = current?.kind === 'request' && current.topic === topic && current.id === id
  const isMissed = current === undefined && why === 'interrupted'
  return isShown || isMissed ? { kind: 'closed', site, why } : current
}
