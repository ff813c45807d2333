import { useEffect, useEffectEvent } from 'react'
import { create } from 'zustand'
import { webSettings } from '#/lib/settings.ts'
import { findWallet } from '#/vault/vault.ts'
import { startEngine } from './engine.ts'
import type { Engine } from './engine.ts'
import type { EngineEvents, RefusedNote, WaitingProposal } from './engine-parts.ts'
import { connectRelay } from './protocol/relay.ts'
import type { RelayState } from './protocol/relay.ts'
import { changeConnections, readConnections } from './record.ts'
import type { Session } from './record.ts'
import { nextReview, reviewAfterClosing } from './review-queue.ts'
import type { Review } from './review-queue.ts'

type ConnectionsState = {
  engine: Engine | undefined
  /** `elsewhere` while another tab serves the connected sites. */
  relay: RelayState | 'elsewhere'
  sessions: readonly Session[]
  /** True until the site whose code was entered has answered. */
  isPairing: boolean
  proposals: readonly WaitingProposal[]
  review: Review | undefined
  refused: RefusedNote | undefined
}

const NOTHING: ConnectionsState = {
  engine: undefined,
  relay: 'connecting',
  sessions: [],
  isPairing: false,
  proposals: [],
  review: undefined,
  refused: undefined,
}

export const useConnections = create<ConnectionsState>(() => NOTHING)

const { setState } = useConnections

/** Removes a proposal that was answered or has expired; `review` says why if it closed by itself. */
export function closeProposal(proposal: WaitingProposal, review?: Review): void {
  setState((state) => {
    const proposals = state.proposals.filter((each) => each !== proposal)
    return { proposals, review: review ?? nextReview(undefined, { ...state, proposals }) }
  })
}

/** Leaves the reason why something closed, and shows what follows. */
export function dismissClosed(): void {
  setState((state) => ({ review: nextReview(undefined, state) }))
}

type Change = (
  part: Partial<ConnectionsState> | ((state: ConnectionsState) => Partial<ConnectionsState>),
) => void

/** Shows what the engine reports. */
export function connectionEvents(change: Change): EngineEvents {
  return {
    onSessions: (sessions) =>
      change((state) => ({ sessions, review: nextReview(state.review, { ...state, sessions }) })),
    onProposal: (proposal) =>
      change((state) => {
        const proposals = [...state.proposals, proposal]
        const review = nextReview(state.review, { ...state, proposals })
        return { proposals, review, isPairing: false, refused: undefined }
      }),
    onRefused: (refused) =>
      change(refused.of === 'proposal' ? { refused, isPairing: false } : { refused }),
    onClosed: (note) => change(({ review }) => ({ review: reviewAfterClosing(review, note) })),
    onState: (relay) => change({ relay }),
  }
}

/** A site confirms a new connection within seconds. */
const SETTLE_TIMEOUT_MS = 20_000

/** One tab at a time answers the sites, so that no request is shown or answered twice. */
const LOCK = 'solstice-connections'

type Wallet = { userId: string; address: string; chainIds: readonly number[] }

/** Connects to the relay while the component is mounted. */
export function useRelay({ userId, address, chainIds }: Wallet): void {
  const currentChains = useEffectEvent(() => chainIds)
  const hasChains = chainIds.length > 0

  useEffect(() => {
    const settings = webSettings().walletConnect
    if (!settings || !hasChains) return undefined
    const ending = new AbortController()
    const { signal } = ending
    void serve({ userId, address, chainIds: () => currentChains() }, settings, signal).catch(
      () => undefined,
    )
    return () => {
      ending.abort()
      setState(NOTHING)
    }
  }, [userId, address, hasChains])
}

async function serve(
  { userId, address, chainIds }: Omit<Wallet, 'chainIds'> & { chainIds: () => readonly number[] },
  { relayUrl, projectId }: { relayUrl: string; projectId: string },
  signal: AbortSignal,
): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve())
  })

  async function run(): Promise<void> {
    if (signal.aborted) return
    const change: Change = (part) => {
      if (!signal.aborted) setState(part)
    }
    const engine = await startEngine(
      {
        ownUrl: window.location.origin,
        address,
        chainIds,
        addressOnDevice: async () => (await findWallet(userId))?.address,
        now: Date.now,
        settleTimeoutMs: SETTLE_TIMEOUT_MS,
        changeRecord: (edit) => changeConnections(userId, edit),
        connect: (identity, events) => connectRelay({ url: relayUrl, projectId, identity }, events),
      },
      connectionEvents(change),
    )
    change({ engine })
    await ended
    engine.stop()
  }

  if (!navigator.locks) return run()
  const isHere = await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await run()
    return lock !== null
  })
  if (isHere || signal.aborted) return
  const { sessions } = await readConnections(userId)
  if (!signal.aborted) setState({ relay: 'elsewhere', sessions })
  await navigator.locks.request(LOCK, { signal }, run)
}
