import type { SiteLimits, Spent } from '@solstice/rules/connection/limits'
import type { SiteRequest } from '@solstice/rules/connection/request'
import { DeviceKey, changeDevice, readDevice } from '#/lib/device-database.ts'
import { newRelayIdentity } from './protocol/relay-auth.ts'

export type Site = { name: string; url: string; host: string }

/** A request that the member has not answered. */
export type Waiting = SiteRequest & {
  receivedAtMs: number
  expiresAtMs: number
  /**
   * Claimed from before the signature until the answer is stored, so that it is signed once. If the
   * app ended meanwhile, it is interrupted: it may have been sent.
   */
  state: 'open' | 'claimed' | 'interrupted'
}

/** A connected site. The key encrypts the messages of its topic; it opens no wallet. */
export type Session = {
  topic: string
  symKey: string
  site: Site
  address: string
  chainIds: number[]
  methods: string[]
  connectedAtMs: number
  lastUsedAtMs: number | undefined
  expiresAtMs: number
  limits: SiteLimits
  requestTimesMs: number[]
  seenIds: number[]
  spent: (Spent & { requestId: number })[]
  waiting: Waiting[]
}

export type ConnectionsRecord = { identity: string; sessions: Session[] }

/** Returns a record without sessions if nothing is stored. */
export async function readConnections(userId: string): Promise<ConnectionsRecord> {
  return recordIn(await readDevice(DeviceKey.connections(userId)))
}

function recordIn(kept: unknown): ConnectionsRecord {
  // Only this app writes it.
  return (kept as ConnectionsRecord | undefined) ?? { identity: newRelayIdentity(), sessions: [] }
}

/** Changes the record in one transaction and returns what was stored. */
export async function changeConnections(
  userId: string,
  change: (kept: ConnectionsRecord) => ConnectionsRecord,
): Promise<ConnectionsRecord> {
  let stored: ConnectionsRecord | undefined
  await changeDevice(DeviceKey.connections(userId), (kept) => {
    stored = change(recordIn(kept))
    return stored
  })
  return stored ?? recordIn(undefined)
}
