import { DEFAULT_LIMITS } from '@solstice/rules/connection/limits'
import { decideProposal } from '@solstice/rules/connection/proposal'
import type { PairingUri } from '@solstice/rules/connection/proposal'
import type { EngineEvents, EngineParts, WaitingProposal } from './engine-parts.ts'
import { PUBLISH, newMessageId, readIncoming } from './messages.ts'
import type { Proposal } from './messages.ts'
import { agreeOnKey, openMessage, topicOf } from './protocol/envelope.ts'
import type { Relay } from './protocol/relay.ts'
import type { Session } from './record.ts'
import { REFUSALS } from './refusals.ts'

type PairingParts = Pick<
  EngineParts,
  'ownUrl' | 'address' | 'chainIds' | 'now' | 'settleTimeoutMs'
> &
  Pick<EngineEvents, 'onProposal' | 'onRefused'> & {
    relay: Pick<Relay, 'subscribe' | 'unsubscribe'>
    publish: (
      to: PairingUri,
      content: object,
      options: { ttl: number; tag: number },
    ) => Promise<void>
    addSession: (session: Session) => Promise<void>
  }

const SESSION_TTL_MS = 7 * 24 * 60 * 60_000
const METADATA = { description: '', icons: [] }

/** Connects sites: from the code that a site shows to a session that the site has confirmed. */
export function createPairings(parts: PairingParts) {
  const { now, relay, publish } = parts
  const pairings = new Map<string, PairingUri & { isAsked: boolean }>()
  /** Sessions that the site has not confirmed. */
  const settling = new Map<
    string,
    {
      session: Session
      settleId: number
      timer: ReturnType<typeof setTimeout>
      onReply: (isConfirmed: boolean) => void
    }
  >()

  function end({ topic }: PairingUri): void {
    pairings.delete(topic)
    relay.unsubscribe(topic)
  }

  /** Handles a message of a pairing or of a session that is not confirmed; false for any other. */
  async function receive(topic: string, message: string): Promise<boolean> {
    const pairing = pairings.get(topic)
    if (pairing) {
      const incoming = readIncoming(openMessage(pairing.symKey, message), now())
      // A second proposal would replace the one that the member is reading.
      if (incoming?.kind === 'proposal' && !pairing.isAsked) {
        pairing.isAsked = true
        receiveProposal(pairing, incoming)
      }
      return true
    }
    const waiting = settling.get(topic)
    if (!waiting) return false
    const reply = readIncoming(openMessage(waiting.session.symKey, message), now())
    if (reply?.kind === 'reply' && reply.id === waiting.settleId) {
      clearTimeout(waiting.timer)
      settling.delete(topic)
      if (!reply.isError) await parts.addSession(waiting.session)
      waiting.onReply(!reply.isError)
    }
    return true
  }

  function receiveProposal(
    pairing: PairingUri,
    { id, proposal }: { id: number; proposal: Proposal },
  ): void {
    const { site, publicKey, expiresAtMs } = proposal
    const nowMs = now()
    const decision = decideProposal({ ...proposal, networks: parts.chainIds(), nowMs })
    if (site && decision.kind === 'offer') {
      const read = { site, offer: decision, receivedAtMs: nowMs, expiresAtMs }
      parts.onProposal({ id, pairing, publicKey, ...read })
      return
    }
    const [why, names] =
      decision.kind === 'refused' ? [decision.why, decision.names] : (['site', []] as const)
    parts.onRefused({ of: 'proposal', site: site?.host ?? '', why, names })
    const error = why === 'network' ? REFUSALS.network : REFUSALS.method
    publish(pairing, { id, error }, PUBLISH.proposalRefusal)
      .catch(() => undefined)
      .finally(() => end(pairing))
  }

  function sessionFor({ site, offer }: WaitingProposal, symKey: string): Session {
    const nowMs = now()
    return {
      topic: topicOf(symKey),
      symKey,
      site,
      address: parts.address,
      chainIds: offer.chainIds,
      methods: offer.methods,
      connectedAtMs: nowMs,
      lastUsedAtMs: undefined,
      expiresAtMs: nowMs + SESSION_TTL_MS,
      limits: DEFAULT_LIMITS,
      requestTimesMs: [],
      seenIds: [],
      spent: [],
      waiting: [],
    }
  }

  /** Resolves to false if the site rejects the session or does not confirm it in time. */
  async function settle(
    session: Session,
    { id, pairing, offer }: WaitingProposal,
    publicKey: string,
  ): Promise<boolean> {
    const { topic, chainIds, methods, expiresAtMs } = session
    const chains = chainIds.map((chainId) => `eip155:${chainId}`)
    const accounts = chains.map((chain) => `${chain}:${parts.address}`)
    const params = {
      relay: { protocol: 'irn' },
      controller: { publicKey, metadata: { ...METADATA, name: 'Solstice', url: parts.ownUrl } },
      namespaces: { eip155: { chains, accounts, methods, events: offer.events } },
      expiry: Math.floor(expiresAtMs / 1000),
    }
    const settleId = newMessageId(now())
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => resolve(false), parts.settleTimeoutMs)
    settling.set(topic, { session, settleId, timer, onReply: resolve })
    try {
      await relay.subscribe(topic)
      const result = { relay: { protocol: 'irn' }, responderPublicKey: publicKey }
      await publish(pairing, { id, result }, PUBLISH.proposalReply)
      const content = { id: settleId, method: 'wc_sessionSettle', params }
      await publish(session, content, PUBLISH.settle)
      return await promise
    } finally {
      clearTimeout(timer)
      settling.delete(topic)
    }
  }

  return {
    receive,

    /** Waits for the proposal of the site that showed this code. */
    pair: async (pairing: PairingUri) => {
      if (topicOf(pairing.symKey) !== pairing.topic) throw new Error('The topic is not of this key')
      pairings.set(pairing.topic, { ...pairing, isAsked: false })
      try {
        await relay.subscribe(pairing.topic)
      } catch (cause) {
        end(pairing)
        throw cause
      }
    },

    cancelPairings: () => {
      for (const pairing of pairings.values()) if (!pairing.isAsked) end(pairing)
    },

    /** Connects the site. Only `connected` means that the site has confirmed it. */
    approve: async (proposal: WaitingProposal): Promise<'connected' | 'expired' | 'failed'> => {
      try {
        if (proposal.expiresAtMs <= now()) return 'expired'
        const { publicKey, symKey } = agreeOnKey(proposal.publicKey)
        const session = sessionFor(proposal, symKey)
        const isConfirmed = await settle(session, proposal, publicKey).catch(() => false)
        if (isConfirmed) return 'connected'
        // A site that was only slow must not count as connected on its side.
        const content = { id: newMessageId(now()), method: 'wc_sessionDelete' }
        void publish(session, { ...content, params: REFUSALS.disconnected }, PUBLISH.disconnect)
          .catch(() => undefined)
          .finally(() => relay.unsubscribe(session.topic))
        return 'failed'
      } finally {
        end(proposal.pairing)
      }
    },

    reject: ({ id, pairing }: WaitingProposal) =>
      publish(pairing, { id, error: REFUSALS.byMember }, PUBLISH.proposalRefusal).finally(() =>
        end(pairing),
      ),

    /** Ends the pairing of a proposal that nobody answered in time. */
    expire: ({ pairing }: WaitingProposal) => end(pairing),
  }
}
