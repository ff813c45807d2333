import { parsePairingUri } from '@solstice/rules/connection/proposal'
import { privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { startEngine } from '#/features/wallet/connections/engine.ts'
import type { Engine } from '#/features/wallet/connections/engine.ts'
import type {
  ClosedNote,
  EngineParts,
  RefusedNote,
  WaitingProposal,
} from '#/features/wallet/connections/engine-parts.ts'
import { connectRelay } from '#/features/wallet/connections/protocol/relay.ts'
import { newRelayIdentity } from '#/features/wallet/connections/protocol/relay-auth.ts'
import type { ConnectionsRecord, Session } from '#/features/wallet/connections/record.ts'
import type { openSite } from './site-client.ts'

export const ACCOUNT = privateKeyToAccount(`0x${'17'.repeat(32)}`)
export const CHAIN_ID = 31_337

/** The machine may be busy. */
export const BUSY = { timeout: 20_000 }

export const ASKED = {
  eip155: {
    chains: [`eip155:${CHAIN_ID}`],
    methods: ['personal_sign', 'eth_sendTransaction', 'eth_sign'],
    events: ['accountsChanged'],
  },
}

/** A wallet whose record is in memory, connected to a relay on this machine. */
export type ConnectedWallet = {
  engine: Engine
  /** Throws when it is set, as storage that is full does. */
  storageFault: Error | undefined
  record: ConnectionsRecord
  sessions: readonly Session[]
  proposals: WaitingProposal[]
  refused: RefusedNote[]
  closed: ClosedNote[]
  networks: number[]
  addressOnDevice: string | undefined
  /** Sets the wallet's clock ahead of the machine's. */
  aheadMs: number
}

export async function openWallet(
  relayUrl: string,
  settings: Partial<Pick<EngineParts, 'settleTimeoutMs'>> = {},
): Promise<ConnectedWallet> {
  const wallet: Omit<ConnectedWallet, 'engine'> = {
    storageFault: undefined,
    record: { identity: newRelayIdentity(), sessions: [] },
    sessions: [],
    proposals: [],
    refused: [],
    closed: [],
    networks: [CHAIN_ID],
    addressOnDevice: ACCOUNT.address,
    aheadMs: 0,
  }
  const engine = await startWith(wallet, relayUrl, settings)
  return Object.assign(wallet, { engine })
}

/** Ends the app and starts it again with the same record. */
export async function reopenWallet(wallet: ConnectedWallet, relayUrl: string): Promise<void> {
  wallet.engine.stop()
  wallet.engine = await startWith(wallet, relayUrl, {})
}

function startWith(
  wallet: Omit<ConnectedWallet, 'engine'>,
  url: string,
  settings: Partial<Pick<EngineParts, 'settleTimeoutMs'>>,
): Promise<Engine> {
  return startEngine(
    {
      ownUrl: 'https://solstice.example',
      address: ACCOUNT.address,
      addressOnDevice: async () => wallet.addressOnDevice,
      chainIds: () => wallet.networks,
      now: () => Date.now() + wallet.aheadMs,
      settleTimeoutMs: BUSY.timeout,
      ...settings,
      changeRecord: async (change) => {
        if (wallet.storageFault) throw wallet.storageFault
        // Structured, as a database stores it: nothing is shared with the record before.
        wallet.record = structuredClone(change(structuredClone(wallet.record)))
        return structuredClone(wallet.record)
      },
      connect: (identity, events) =>
        connectRelay({ url, projectId: 'wallet-project', identity }, events),
    },
    {
      onSessions: (all) => (wallet.sessions = all),
      onProposal: (proposal) => wallet.proposals.push(proposal),
      onRefused: (note) => wallet.refused.push(note),
      onClosed: (note) => wallet.closed.push(note),
      onState: () => undefined,
    },
  )
}

type SiteClient = Awaited<ReturnType<typeof openSite>>

/** Lets a site ask for a connection, and gives its code to the wallet. */
export async function propose({ engine }: ConnectedWallet, site: SiteClient, asked = ASKED) {
  const { uri = '', approval } = await site.connect({ optionalNamespaces: asked })
  // A refusal is a rejection, which a test may await later.
  const outcome = approval().catch((cause: unknown) => cause as { code?: number })
  const pairing = parsePairingUri(uri, Date.now())
  if (pairing.kind === 'refused') throw new Error(pairing.why)
  await engine.pair(pairing)
  return { outcome }
}

export async function connectSite(wallet: ConnectedWallet, site: SiteClient): Promise<string> {
  const before = wallet.proposals.length
  const { outcome } = await propose(wallet, site)
  await expect.poll(() => wallet.proposals.length, BUSY).toBe(before + 1)
  const proposal = wallet.proposals.at(-1)
  expect(proposal && (await wallet.engine.approve(proposal))).toBe('connected')
  return ((await outcome) as { topic: string }).topic // It was approved.
}

export const waitingIn = ({ sessions }: ConnectedWallet) =>
  sessions.flatMap((session) => session.waiting.map((request) => ({ session, request })))

/** The text of a sign-in to a site. */
export function signInText({ host = 'market.example', lines = [] as string[] } = {}): string {
  return [
    `${host} wants you to sign in with your Ethereum account:`,
    ACCOUNT.address,
    '',
    'Welcome.',
    '',
    `URI: https://${host}/login`,
    'Version: 1',
    `Chain ID: ${CHAIN_ID}`,
    'Nonce: abcdefgh1',
    `Issued At: ${new Date().toISOString()}`,
    ...lines,
  ].join('\n')
}

/** Asks for a sign-in; a refusal is returned instead of thrown, because a test may await it later. */
export function askForSignIn(
  site: SiteClient,
  topic: string,
  { text = signInText(), expiry }: { text?: string; expiry?: number } = {},
) {
  const request = { method: 'personal_sign', params: [text, ACCOUNT.address] }
  const answer = site.request({
    topic,
    chainId: `eip155:${CHAIN_ID}`,
    request,
    ...(expiry !== undefined && { expiry }),
  })
  return { answer: answer.catch((cause: unknown) => cause) }
}
