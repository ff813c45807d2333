import { createRequire } from 'node:module'
import {
  BASE_FEE_WEI,
  BLOCK_GAS_LIMIT,
  FAUCET_ADDRESS,
  FAUCET_NATIVE_WEI,
  GENESIS_TIME,
} from './genesis.ts'

/**
 * Declares the part of EDR that is used. Its own package would install the builds of seven
 * platforms.
 */
type Edr = {
  GENERIC_CHAIN_TYPE: string
  LONDON: string
  SHANGHAI: string
  EdrContext: new () => EdrContext
  ContractDecoder: new () => object
  genericChainProviderFactory: () => object
}
type EdrContext = {
  registerProviderFactory: (chainType: string, factory: object) => Promise<void>
  createProvider: (
    chainType: string,
    config: object,
    logger: object,
    subscriptions: object,
    decoder: object,
  ) => Promise<{ handleRequest: (request: string) => Promise<{ data: unknown }> }>
}

/** An error response of a node. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** An in-memory EVM that mines on request. */
export type Engine = { call: (method: string, params: readonly unknown[]) => Promise<unknown> }

/** Maps each platform to its package; all are optional dependencies. */
const EDR_OF = new Map([
  ['linux-arm64', 'linux-arm64-gnu'],
  ['linux-x64', 'linux-x64-gnu'],
  ['darwin-arm64', 'darwin-arm64'],
  ['darwin-x64', 'darwin-x64'],
  ['win32-x64', 'win32-x64-msvc'],
])

let loaded: Promise<{ edr: Edr; context: EdrContext }> | undefined

/** Loads EDR on first use, so that a server on real networks does not load it. */
async function load(): Promise<{ edr: Edr; context: EdrContext }> {
  const platform = `${process.platform}-${process.arch}`
  const name = EDR_OF.get(platform)
  if (name === undefined) {
    throw new Error(
      `The local chains require ${[...EDR_OF.keys()].join(', ')}, but this platform is ${platform}`,
    )
  }
  const edr = createRequire(import.meta.url)(`@nomicfoundation/edr-${name}`) as Edr // See the type above.
  const context = new edr.EdrContext()
  await context.registerProviderFactory(edr.GENERIC_CHAIN_TYPE, edr.genericChainProviderFactory())
  return { edr, context }
}

export async function openEngine(chainId: number): Promise<Engine> {
  loaded ??= load()
  const { edr, context } = await loaded
  const provider = await context.createProvider(
    edr.GENERIC_CHAIN_TYPE,
    {
      allowBlocksWithSameTimestamp: false,
      allowUnlimitedContractSize: false,
      bailOnCallFailure: true,
      bailOnTransactionFailure: false,
      // Almost empty blocks would reduce the base fee to zero, so its change per block is
      // negligible.
      baseFeeConfig: [
        {
          activation: { hardfork: edr.LONDON },
          maxChangeDenominator: 10n ** 12n,
          elasticityMultiplier: 2n,
        },
      ],
      chainId: BigInt(chainId),
      coinbase: new Uint8Array(20),
      defaultTransactionGasLimit: BLOCK_GAS_LIMIT / 2n,
      genesisState: [{ address: bytesOf(FAUCET_ADDRESS), balance: FAUCET_NATIVE_WEI }],
      // Later hard forks add the beacon root to each block, which a replay could not reproduce.
      hardfork: edr.SHANGHAI,
      initialBaseFeePerGas: BASE_FEE_WEI,
      minGasPrice: 0n,
      // Transactions are mined in order of arrival, so that the journal order is the replay order.
      mining: { autoMine: false, blockGasLimit: BLOCK_GAS_LIMIT, memPool: { order: 'Fifo' } },
      network: { genesisBlockGasLimit: BLOCK_GAS_LIMIT, genesisBlockTime: BigInt(GENESIS_TIME) },
      networkId: BigInt(chainId),
      observability: {},
      ownedAccounts: [],
      precompileOverrides: [],
    },
    { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => {} },
    { subscriptionCallback: () => {} },
    new edr.ContractDecoder(),
  )
  return {
    call: async (method, params) => {
      const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const { data } = await provider.handleRequest(request)
      return resultOf(typeof data === 'string' ? JSON.parse(data) : data)
    },
  }
}

function resultOf(reply: unknown): unknown {
  const { result, error } = reply as {
    result?: unknown
    error?: { code: number; message: string; data?: unknown }
  } // The response type defined by JSON-RPC.
  if (error) throw new RpcError(error.code, error.message, error.data ?? undefined)
  return result
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))
}
