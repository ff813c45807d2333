import { HOUR_MS, SECOND_MS } from '@solstice/rules/duration'
import { RELAY_TTL_MS } from '@solstice/rules/relay'
import { permitSeparator, RELAY_CODE_HASH } from '@solstice/rules/relay-intent'
import type { PermitDomain, RelaySend } from '@solstice/rules/relay-intent'
import type { Hex } from 'viem'
import { getBlock, getCode } from 'viem/actions'
import { keccak256 } from 'viem/utils'
import type { Network } from '#/features/wallet/chain/networks.ts'
import { RpcError } from '#/features/wallet/chain/rpc-error.ts'
import { decodeUint } from '#/features/wallet/chain/erc20.ts'
import { asHex, expectChain, nodeOf } from '#/features/wallet/chain/rpc.ts'
import type { Transfer } from '#/features/wallet/chain/transfer.ts'
import { vault } from '#/vault/vault.ts'
import type { Opening } from '#/vault/vault.ts'
import type { RelayTerms, SignedRelay } from './api.ts'
import { storeRelay } from './stored-relay.ts'

const DOMAIN_SEPARATOR = '0x3644e515'
const NONCES = '0x7ecebe00'
const NONCE_BYTES = 32

/** Tolerates a wrong clock of the phone. */
const CLOCK_SLACK_MS = HOUR_MS

/**
 * Verifies at a node that the allowance goes to a contract whose code this app knows, and that the token
 * reads permits in the way that is signed, with the owner's next nonce; and that the signatures expire soon,
 * as the review promises. The server is not trusted with any of it.
 */
export async function verifyTerms(
  { network, asset, from }: Pick<Transfer, 'network' | 'asset' | 'from'>,
  terms: RelayTerms,
): Promise<void> {
  const token = tokenOf(asset)
  await expectChain(network)
  const { timestamp } = await getBlock(nodeOf(network), { blockTag: 'latest' })
  const nowMs = Math.max(Date.now(), Number(timestamp) * SECOND_MS)
  if (terms.deadline * SECOND_MS > nowMs + RELAY_TTL_MS + CLOCK_SLACK_MS) {
    throw new RpcError('refused', 'Not a deadline of minutes')
  }
  const code = await getCode(nodeOf(network), { address: asHex(terms.relay), blockTag: 'latest' })
  if (code === undefined || keccak256(code) !== RELAY_CODE_HASH) {
    throw new RpcError('refused', 'Not the relay')
  }
  const separator = await read(network, token, DOMAIN_SEPARATOR)
  if (separator !== permitSeparator(terms.permit, { chainId: network.chainId, token })) {
    throw new RpcError('refused', 'Not a standard permit')
  }
  // With any other nonce the permit would stay valid for a later time.
  const nonce = await read(network, token, asHex(`${NONCES}${from.slice(2).padStart(64, '0')}`))
  if (decodeUint(nonce) !== BigInt(terms.permit.nonce)) {
    throw new RpcError('refused', 'Not the next permit')
  }
}

const read = (network: Network, to: string, data: Hex): Promise<Hex> =>
  nodeOf(network).request({ method: 'eth_call', params: [{ to: asHex(to), data }, 'latest'] })

function tokenOf({ address }: Transfer['asset']): string {
  if (address === null) throw new TypeError('A coin has no permits')
  return address
}

/** Signs a send whose fee the treasury pays, and stores it before it is submitted. */
export async function signRelay(
  transfer: Transfer,
  terms: RelayTerms,
  { userId, opening }: { userId: string; opening: Opening },
): Promise<SignedRelay> {
  const { network, asset, from, to, amount } = transfer
  await verifyTerms(transfer, terms)
  const send: RelaySend = {
    chainId: network.chainId,
    relay: terms.relay,
    owner: from,
    recipient: to,
    token: tokenOf(asset),
    amount,
    nonce: randomWord(),
    deadline: BigInt(terms.deadline),
  }
  const { name, version, nonce } = terms.permit
  const permit: PermitDomain = { name, version, nonce: BigInt(nonce) }
  const signatures = await vault.signRelay(userId, opening, { send, permit })
  const body: SignedRelay = {
    chainId: send.chainId,
    relay: send.relay,
    token: send.token,
    recipient: to,
    amount: String(amount),
    nonce: String(send.nonce),
    deadline: terms.deadline,
    ...signatures,
  }
  storeRelay(userId, body)
  return body
}

function randomWord(): bigint {
  const bytes = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  return bytes.reduce((word, byte) => word * 256n + BigInt(byte), 0n)
}
