import type { SiteLimits } from '@solstice/rules/connection/limits'
import type { PairingUri } from '@solstice/rules/connection/proposal'
import { shownNames } from '@solstice/rules/connection/names'
import { decideRequest, validUntilMs } from '@solstice/rules/connection/request'
import type { RequestProblem, SiteRequest } from '@solstice/rules/connection/request'
import { isSameAddress } from '#/features/wallet/address.ts'
import type { EngineEvents, EngineParts } from './engine-parts.ts'
import { PUBLISH, newMessageId, readIncoming } from './messages.ts'
import type { Incoming } from './messages.ts'
import { createPairings } from './pairings.ts'
import { openMessage, sealMessage } from './protocol/envelope.ts'
import type { ConnectionsRecord, Session, Waiting } from './record.ts'
import { REFUSALS, refusalFor } from './refusals.ts'
import type { Refusal } from './refusals.ts'
import {
  afterRestart,
  answered,
  claimed,
  decideClaim,
  received,
  released,
  scopeOf,
  tidied,
} from './session-changes.ts'
import type { ClaimProblem, Moves } from './session-changes.ts'

export type Engine = Awaited<ReturnType<typeof startEngine>>

type Asked = Pick<SiteRequest, 'id'>

/** Connects to the relay and answers the messages of all connected sites until `stop`. */
export async function startEngine(parts: EngineParts, events: EngineEvents) {
  const { now } = parts
  /** Requests that are being answered, which close without a note. */
  const answering = new Set<string>()
  let sessions: readonly Session[] = []
  let handling = Promise.resolve()
  const { identity } = await update((record) => ({
    ...record,
    sessions: record.sessions.map(afterRestart),
  }))
  const relay = parts.connect(identity, {
    onState: events.onState,
    // Messages are handled in their order, because each one changes the record.
    onMessage: (topic, message) => {
      handling = handling.then(() => receive(topic, message)).catch(() => undefined)
    },
  })
  const pairings = createPairings({
    ...parts,
    onProposal: events.onProposal,
    onRefused: events.onRefused,
    relay,
    publish,
    addSession: async (session) => {
      await update((record) => ({ ...record, sessions: [...record.sessions, session] }))
    },
  })

  /** Drops what has expired before every change. */
  async function update(
    change: (kept: ConnectionsRecord) => ConnectionsRecord,
  ): Promise<ConnectionsRecord> {
    const stored = await parts.changeRecord((kept) => {
      // A session of an earlier wallet must not sign with this one.
      const live = kept.sessions.filter(
        (each) => each.expiresAtMs > now() && each.address === parts.address,
      )
      return change({ ...kept, sessions: live.map((each) => tidied(each, now())) })
    })
    const before = sessions
    sessions = stored.sessions
    noteClosed(before)
    events.onSessions(sessions)
    return stored
  }

  function noteClosed(before: readonly Session[]): void {
    for (const { topic, site, waiting } of before) {
      const session = sessions.find((each) => each.topic === topic)
      const isKept = (id: number) => session?.waiting.some((each) => each.id === id) === true
      for (const { id, state } of waiting) {
        // The screen that signs a claimed request reports its outcome.
        if (isKept(id) || state === 'claimed' || answering.has(keyOf(topic, id))) continue
        const why = state === 'interrupted' ? state : session ? 'expired' : 'ended'
        events.onClosed({ topic, id, site: site.host, why })
      }
    }
  }

  const changeSession = (topic: string, change: (kept: Session) => Session) =>
    update((record) => ({
      ...record,
      sessions: record.sessions.map((each) => (each.topic === topic ? change(each) : each)),
    }))

  function publish(
    { topic, symKey }: PairingUri,
    content: object,
    options: { ttl: number; tag: number },
  ): Promise<void> {
    return relay.publish(topic, sealMessage(symKey, { jsonrpc: '2.0', ...content }), options)
  }

  /** Replies without waiting, so that a slow relay delays no other message. */
  function answerAtOnce(...[to, content, options]: Parameters<typeof publish>): void {
    // The message of the site expires if no reply arrives.
    publish(to, content, options).catch(() => undefined)
  }

  async function receive(topic: string, message: string): Promise<void> {
    if (await pairings.receive(topic, message)) return
    const session = sessions.find((each) => each.topic === topic)
    const incoming = session && readIncoming(openMessage(session.symKey, message), now())
    if (session && incoming) await receiveOfSession(session, incoming)
  }

  async function receiveOfSession(session: Session, incoming: Incoming): Promise<void> {
    switch (incoming.kind) {
      case 'request':
        return receiveRequest(session, incoming.request)
      case 'ping':
        answerAtOnce(session, { id: incoming.id, result: true }, PUBLISH.pingReply)
        return
      case 'disconnect':
        await forget(session.topic)
        answerAtOnce(session, { id: incoming.id, result: true }, PUBLISH.disconnectReply)
        return
      case 'reply':
      case 'proposal':
    }
  }

  async function receiveRequest({ topic }: Session, request: SiteRequest): Promise<void> {
    const session = sessions.find((each) => each.topic === topic)
    if (!session) return
    const nowMs = now()
    const decision = decideRequest(request, scopeOf(session, parts.chainIds()), nowMs)
    const isRefused = decision.kind === 'refused'
    // The first copy was answered, or is still shown; a second reply would contradict it.
    if (isRefused && decision.why === 'replayed') {
      events.onRefused({ of: 'request', site: session.site.host, why: 'replayed', names: [] })
      return
    }
    const expiresAtMs = validUntilMs(request, decision)
    const waiting = { ...request, receivedAtMs: nowMs, expiresAtMs, state: 'open' } as const
    await changeSession(topic, (kept) =>
      received(kept, request.id, isRefused ? undefined : waiting, nowMs),
    )
    if (isRefused) refuseUnseen(session, request, decision.why)
  }

  function refuseUnseen(session: Session, { id, method }: SiteRequest, why: RequestProblem): void {
    const names = shownNames([method])
    events.onRefused({ of: 'request', site: session.site.host, why, names })
    answerAtOnce(session, { id, error: refusalFor(why) }, PUBLISH.requestReply)
  }

  async function forget(topic: string): Promise<void> {
    await update((record) => ({
      ...record,
      sessions: record.sessions.filter((each) => each.topic !== topic),
    }))
    relay.unsubscribe(topic)
  }

  async function reply(
    session: Session,
    { id }: Asked,
    outcome: { result: unknown } | { error: Refusal },
  ): Promise<void> {
    const key = keyOf(session.topic, id)
    answering.add(key)
    try {
      // Remove the request first: an interruption must not show it again after it was answered.
      await changeSession(session.topic, (kept) => answered(kept, id, now()))
    } finally {
      answering.delete(key)
    }
    await publish(session, { id, ...outcome }, PUBLISH.requestReply)
  }

  for (const { topic } of sessions) void relay.subscribe(topic).catch(() => undefined)

  return {
    pair: pairings.pair,
    cancelPairings: pairings.cancelPairings,
    approve: pairings.approve,
    reject: pairings.reject,
    expire: pairings.expire,

    /**
     * Checks a request that the member confirmed once more, and marks it on the device before it is
     * signed, so that no later start of the app can sign it again.
     */
    claim: async (
      { topic }: Session,
      { id }: Asked,
      moves: Moves | undefined,
    ): Promise<'claimed' | ClaimProblem> => {
      const address = await parts.addressOnDevice()
      if (address === undefined || !isSameAddress(address, parts.address)) return 'account'
      const outcomes: ('claimed' | ClaimProblem)[] = []
      await changeSession(topic, (kept) => {
        const [networks, nowMs] = [parts.chainIds(), now()]
        const outcome = decideClaim(kept, id, { moves, networks, nowMs })
        outcomes.push(outcome)
        return outcome === 'claimed' ? claimed(kept, id, moves?.usd ?? 0, nowMs) : kept
      })
      return outcomes.at(-1) ?? 'ended'
    },

    /** Opens a claimed request again, of which certainly nothing was sent. */
    release: ({ topic }: Session, { id }: Asked) =>
      changeSession(topic, (kept) => released(kept, id)),

    /** Returns a signature or hash to the site. */
    respond: (session: Session, request: Asked, result: string) =>
      reply(session, request, { result }),

    refuse: (session: Session, request: Asked, error: Refusal = REFUSALS.request) =>
      reply(session, request, { error }),

    /** Refuses all waiting requests of a site and those that follow. */
    pauseSite: async (session: Session) => {
      await changeSession(session.topic, (kept) => ({
        ...kept,
        limits: { ...kept.limits, isPaused: true },
      }))
      const open = (each: Waiting) => each.state === 'open'
      const waiting = sessions.find(({ topic }) => topic === session.topic)?.waiting.filter(open)
      for (const request of waiting ?? []) await reply(session, request, { error: REFUSALS.paused })
    },

    setLimits: (topic: string, limits: SiteLimits) =>
      changeSession(topic, (kept) => ({ ...kept, limits })),

    disconnect: async (session: Session) => {
      const params = REFUSALS.disconnected
      const content = { id: newMessageId(now()), method: 'wc_sessionDelete', params }
      // Without a network the site learns of it when the session expires.
      await publish(session, content, PUBLISH.disconnect).catch(() => undefined)
      await forget(session.topic)
    },

    /** Drops requests that nobody answered in time. */
    dropExpired: () => update((record) => record),

    stop: () => relay.close(),
  }
}

const keyOf = (topic: string, id: number) => `${topic} ${id}`
