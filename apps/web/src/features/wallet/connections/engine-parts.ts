import type { Offer, PairingUri, ProposalProblem } from '@solstice/rules/connection/proposal'
import type { RequestProblem } from '@solstice/rules/connection/request'
import type { Relay, RelayState } from './protocol/relay.ts'
import type { ConnectionsRecord, Session, Site } from './record.ts'

/** A proposal that the member answers. */
export type WaitingProposal = {
  id: number
  pairing: PairingUri
  publicKey: string
  site: Site
  offer: Offer
  receivedAtMs: number
  expiresAtMs: number
}

/** A request or proposal that was refused before the member saw it. */
export type RefusedNote = {
  of: 'proposal' | 'request'
  site: string
  why: RequestProblem | ProposalProblem | 'site'
  /** For display. */
  names: readonly string[]
}

/** A request that can no longer be answered. */
export type ClosedNote = {
  topic: string
  id: number
  site: string
  why: 'expired' | 'ended' | 'interrupted'
}

export type EngineEvents = {
  onSessions: (sessions: readonly Session[]) => void
  onProposal: (proposal: WaitingProposal) => void
  onRefused: (note: RefusedNote) => void
  /** Called before the sessions without the request. */
  onClosed: (note: ClosedNote) => void
  onState: (state: RelayState) => void
}

export type EngineParts = {
  /** The wallet's own site, which the connected sites show. */
  ownUrl: string
  address: string
  /** The wallet that is on the device now. */
  addressOnDevice: () => Promise<string | undefined>
  /** The networks of the programme now. */
  chainIds: () => readonly number[]
  now: () => number
  /** The time that a site has to confirm a new connection. */
  settleTimeoutMs: number
  /** Resolves when the change is on disk. */
  changeRecord: (
    change: (kept: ConnectionsRecord) => ConnectionsRecord,
  ) => Promise<ConnectionsRecord>
  connect: (
    identity: string,
    events: {
      onMessage: (topic: string, message: string) => void
      onState: EngineEvents['onState']
    },
  ) => Relay
}
