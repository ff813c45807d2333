import { readFileSync, writeFileSync } from 'node:fs'
import solc from 'solc'
import { getContractAddress, keccak256, toBytes, type Abi, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/**
 * Compiles the contracts of the programme: `node packages/contracts/src/build.ts` writes
 * contracts.json and partner-contracts.json. A test rebuilds them and compares, so the committed files
 * always match the sources.
 */
const NAMES = ['LogAnchor', 'RewardDistributor', 'SendRelay'] as const
const ARTIFACT = new URL('./contracts.json', import.meta.url)

/** The contracts of partners: a guest book as missions name it, and one that tests let misbehave. */
const PARTNER_NAMES = ['GuestBook', 'test/TurncoatBook']
/** The account of the demo's partner. Its key is public, so that the book has a known address. */
const PARTNER_SEED = 'solstice local partner'
const PARTNER_CHAIN = 31_337
const GWEI = 10n ** 9n
const PARTNER_ARTIFACT = new URL('./partner-contracts.json', import.meta.url)

type Output = {
  errors?: { formattedMessage: string }[]
  contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>
}

export const buildContracts = (): string => written(compile(NAMES))

/**
 * Signatures are deterministic (RFC 6979), so the same source produces the same file byte for byte.
 */
export async function buildPartnerContracts(): Promise<string> {
  const compiled = compile(PARTNER_NAMES)
  const partner = privateKeyToAccount(keccak256(toBytes(PARTNER_SEED)))
  const raw = await partner.signTransaction({
    type: 'eip1559',
    chainId: PARTNER_CHAIN,
    nonce: 0,
    gas: 1_000_000n,
    maxFeePerGas: 10n * GWEI,
    maxPriorityFeePerGas: GWEI,
    data: compiled.contracts['GuestBook']?.bytecode,
  })
  const guestBook = {
    chainId: PARTNER_CHAIN,
    deployer: partner.address,
    address: getContractAddress({ from: partner.address, nonce: 0n }),
    raw,
  }
  return written({ ...compiled, deployments: { GuestBook: guestBook } })
}

const written = (artifact: object): string => `${JSON.stringify(artifact, null, 2)}\n`

type Compiled = { compiler: string; contracts: Record<string, { abi: Abi; bytecode: Hex }> }

function compile(names: readonly string[]): Compiled {
  const sourceOf = (name: string) => ({
    content: readFileSync(new URL(`../solidity/${name}.sol`, import.meta.url), 'utf8'),
  })
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(names.map((name) => [`${name}.sol`, sourceOf(name)])),
    settings: {
      evmVersion: 'shanghai',
      optimizer: { enabled: true, runs: 10_000 },
      metadata: { bytecodeHash: 'none' },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as Output
  for (const problem of output.errors ?? []) throw new Error(problem.formattedMessage)
  const contracts = names.map((path) => {
    const name = path.replace(/^.*\//, '')
    const contract = output.contracts[`${path}.sol`]?.[name]
    if (!contract) throw new Error(`The compiler returned no ${name}`)
    const bytecode: Hex = `0x${contract.evm.bytecode.object}`
    return [name, { abi: contract.abi, bytecode }] as const
  })
  return { compiler: solc.version(), contracts: Object.fromEntries(contracts) }
}

/** Compiles one contract from its source, so that a test fails when the source is wrong. */
export function compileContract(name: (typeof NAMES)[number]): { abi: Abi; bytecode: Hex } {
  const contract = compile([name]).contracts[name]
  if (!contract) throw new Error(`The compiler returned no ${name}`)
  return contract
}

export const committedContracts = (): string => readFileSync(ARTIFACT, 'utf8')
export const committedPartnerContracts = (): string => readFileSync(PARTNER_ARTIFACT, 'utf8')

if (import.meta.main) {
  writeFileSync(ARTIFACT, buildContracts())
  writeFileSync(PARTNER_ARTIFACT, await buildPartnerContracts())
}
