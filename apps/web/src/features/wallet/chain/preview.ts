import { readBalance } from './assets.ts'
import { readFees } from './fees.ts'
import type { Fees } from './fees.ts'
import type { Network } from './networks.ts'
import { RpcError, expectChain, rpc, toHex } from './rpc.ts'
import { PLAIN_GAS, callOf } from './transfer.ts'
import type { Transfer } from './transfer.ts'

/** What a transfer would do, asked of the network before anything is signed. */
export type Preview = {
  gas: bigint
  fees: Fees
  coinBefore: bigint
  /** The same as the coin when the coin itself is sent. */
  assetBefore: bigint
  /** Code runs at the recipient's address. */
  isToContract: boolean
  /** The network's own words why it would fail; empty where it has none. */
  revert: string | undefined
}

const GAS_MARGIN_PERCENT = 120n

export async function previewTransfer(transfer: Transfer): Promise<Preview> {
  const { network, asset, from } = transfer
  await expectChain(network)
  const { to, value, data } = callOf(transfer)
  const call = { from, to, value: toHex(value), ...(data !== '0x' && { data }) }
  const [fees, coinBefore, assetBefore, isToContract, tried] = await Promise.all([
    readFees(network),
    readBalance(network, from, null),
    readBalance(network, from, asset.address),
    hasCode(network, transfer.to),
    asset.address === null ? tryOut(network, call) : tryToken(network, asset.address, call),
  ])
  return { fees, coinBefore, assetBefore, isToContract, ...tried }
}

/** An account that delegates to code (EIP-7702) is still a person's. */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i

async function hasCode(network: Network, address: string): Promise<boolean> {
  const code = await rpc<string>(network, 'eth_getCode', [address, 'latest'])
  return code !== '0x' && !DELEGATION.test(code)
}

type Tried = Pick<Preview, 'gas' | 'revert'>

const FAILS: Tried = { gas: PLAIN_GAS, revert: '' }

/** Calls to an address without code succeed and move nothing. */
async function tryToken(network: Network, address: string, call: object): Promise<Tried> {
  if (!(await hasCode(network, address))) return FAILS
  return tryOut(network, call, isYes)
}

/** Old tokens answer nothing; all others answer whether they moved anything (ERC-20). */
function isYes(answered: string): boolean {
  return answered === '0x' || (answered.length >= 66 && BigInt(answered.slice(0, 66)) === 1n)
}

async function tryOut(
  network: Network,
  call: object,
  isRight: (answered: string) => boolean = () => true,
): Promise<Tried> {
  try {
    if (!isRight(await rpc<string>(network, 'eth_call', [call, 'latest']))) return FAILS
    const estimate = BigInt(await rpc<string>(network, 'eth_estimateGas', [call]))
    const gas = estimate <= PLAIN_GAS ? estimate : (estimate * GAS_MARGIN_PERCENT) / 100n
    return { gas, revert: undefined }
  } catch (cause) {
    if (!(cause instanceof RpcError) || cause.problem !== 'refused') throw cause
    return { gas: PLAIN_GAS, revert: cause.detail }
  }
}
