import { DEFAULT_LIMITS } from '@solstice/rules/connection/limits'
import { SITE_METHODS } from '@solstice/rules/connection/proposal'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRouter,
} from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import { vi } from 'vitest'
import { assetsListQuery, networksQuery, toNetwork } from '#/features/wallet/chain/networks.ts'
import { ConnectionsScreen } from '#/features/wallet/connections/connections-screen.tsx'
import { startEngine } from '#/features/wallet/connections/engine.ts'
import type { Engine } from '#/features/wallet/connections/engine.ts'
import {
  openMessage,
  sealMessage,
  topicOf,
} from '#/features/wallet/connections/protocol/envelope.ts'
import { RelayError } from '#/features/wallet/connections/protocol/relay.ts'
import { newRelayIdentity } from '#/features/wallet/connections/protocol/relay-auth.ts'
import type { ConnectionsRecord, Session, Waiting } from '#/features/wallet/connections/record.ts'
import { connectionEvents, useConnections } from '#/features/wallet/connections/use-connections.ts'
import type { Opener } from '#/features/wallet/device/opener.ts'
import { loadTexts, startI18n } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/query-client.ts'
import { dismissToast } from '#/lib/toast.ts'
import type { Opening } from '#/vault/vault.ts'
import { ACCOUNT, CHAIN_ID, signInText } from './connected-wallet.ts'

const CHAIN = `eip155:${CHAIN_ID}`
const CLOSED = useConnections.getInitialState()
export const OPENING: Opening = { kind: 'pin', pinKeyId: '1', key: new Uint8Array(32) }

/** The screen of connections, with a relay that delivers what the test says. */
export type Shown = {
  engine: Engine
  opener: Opener
  record: ConnectionsRecord
  /** The replies that the sites received, opened. */
  replies: unknown[]
  isRelayGone: boolean
  deliver: (topic: string, message: string) => void
}

export function sessionOf(host: string, waiting: Waiting[] = []): Session {
  const symKey = topicOf(host.length.toString(16).padStart(64, '0'))
  return {
    topic: topicOf(symKey),
    symKey,
    site: { name: host, url: `https://${host}/`, host },
    address: ACCOUNT.address,
    chainIds: [CHAIN_ID],
    methods: [...SITE_METHODS],
    connectedAtMs: Date.now(),
    lastUsedAtMs: undefined,
    expiresAtMs: Date.now() + 86_400_000,
    limits: DEFAULT_LIMITS,
    requestTimesMs: [],
    seenIds: [],
    spent: [],
    waiting,
  }
}

/** A sign-in that the device stored before the app started. */
export function storedSignIn(state: Waiting['state'], text: string): Waiting {
  return {
    id: Date.now() * 1000,
    chain: CHAIN,
    method: 'personal_sign',
    params: [text, ACCOUNT.address],
    receivedAtMs: Date.now(),
    expiresAtMs: Date.now() + 60_000,
    state,
  }
}

export async function openConnections(...sessions: Session[]): Promise<Shown> {
  await prepare()
  const shown: Omit<Shown, 'engine'> = {
    opener: openerWithPin(),
    record: { identity: newRelayIdentity(), sessions },
    replies: [],
    isRelayGone: false,
    deliver: () => undefined,
  }
  const engine = await startWith(shown)
  useConnections.setState({ engine, relay: 'connected' })
  const rootRoute = createRootRoute({
    component: () => (
      <ConnectionsScreen
        userId="7"
        address={ACCOUNT.address}
        back={{ label: 'Back', onPress: () => undefined }}
        opener={shown.opener}
      />
    ),
  })
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return Object.assign(shown, { engine })
}

async function prepare(): Promise<void> {
  await startI18n()
  await loadTexts('connect', 'wallet', 'review')
  queryClient.clear()
  queryClient.setQueryData(networksQuery.queryKey, [
    toNetwork({ chainId: CHAIN_ID, networkId: 1, rpcUrl: '', networkName: 'Testnet' }),
  ])
  queryClient.setQueryData(assetsListQuery.queryKey, [])
  useConnections.setState(CLOSED, true)
  dismissToast()
}

export function openerWithPin(): Opener {
  const nothing = async () => undefined
  return {
    byPin: async () => OPENING,
    byPasskey: nothing,
    canUsePasskey: async () => false,
    dismiss: vi.fn(),
    pinKey: nothing,
    pinToRegister: nothing,
    openToRegister: nothing,
    pinForAddressBook: nothing,
  }
}

function startWith(shown: Omit<Shown, 'engine'>): Promise<Engine> {
  const keys = new Map(shown.record.sessions.map(({ topic, symKey }) => [topic, symKey]))
  return startEngine(
    {
      ownUrl: 'https://solstice.example',
      address: ACCOUNT.address,
      addressOnDevice: async () => ACCOUNT.address,
      chainIds: () => [CHAIN_ID],
      now: () => Date.now(),
      settleTimeoutMs: 60_000,
      changeRecord: async (change) =>
        (shown.record = structuredClone(change(structuredClone(shown.record)))),
      connect: (_, { onMessage }) => {
        shown.deliver = onMessage
        return {
          publish: async (topic, message) => {
            if (shown.isRelayGone) throw new RelayError('Offline')
            shown.replies.push(openMessage(keys.get(topic) ?? '', message))
          },
          subscribe: async () => undefined,
          unsubscribe: () => undefined,
          close: () => undefined,
        }
      },
    },
    connectionEvents(useConnections.setState),
  )
}

type Request = { method: string; params: unknown[]; id?: number }
let lastId = 0

/** Lets a site ask, with an id that it may choose. */
export function ask(
  { deliver }: Shown,
  { topic, symKey }: Session,
  { method, params, id }: Request,
): void {
  lastId += 1
  const content = { id: id ?? Date.now() * 1000 + lastId, jsonrpc: '2.0' }
  const request = { method, params, expiryTimestamp: Math.floor(Date.now() / 1000) + 300 }
  const asked = { ...content, method: 'wc_sessionRequest', params: { chainId: CHAIN, request } }
  act(() => deliver(topic, sealMessage(symKey, asked)))
}

export function askToSignIn(shown: Shown, site: Session, lines: string[] = []): void {
  const text = signInText({ host: site.site.host, lines })
  ask(shown, site, { method: 'personal_sign', params: [text, ACCOUNT.address] })
}
