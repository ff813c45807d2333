import { readFileSync, writeFileSync } from 'node:fs'
import solc from 'solc'
import { encodeDeployData, getContractAddress, keccak256, toBytes, type Abi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/**
 * Compiles the token and signs its deployments: `node packages/devnet/src/build-token.ts` writes
 * stable-token.json. A test rebuilds it and compares, so the committed file always matches the
 * source.
 */
const SOURCE = new URL('../token/StableToken.sol', import.meta.url)
const ARTIFACT = new URL('./stable-token.json', import.meta.url)

const SEED = 'solstice local faucet'
const DEPLOYED = [
  { chainId: 31_337, name: 'Solstice Dollar', symbol: 'USDS', decimals: 6 },
  { chainId: 31_338, name: 'Solstice Dollar', symbol: 'USDS', decimals: 18 },
]
const TOKEN_SUPPLY = 1_000_000_000n
const GAS_PRICE_WEI = 2_000_000_000n

type SolcOutput = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>
}

function compile(): { abi: Abi; bytecode: `0x${string}` } {
  const input = {
    language: 'Solidity',
    sources: { 'StableToken.sol': { content: readFileSync(SOURCE, 'utf8') } },
    settings: {
      evmVersion: 'shanghai',
      optimizer: { enabled: true, runs: 200 },
      metadata: { bytecodeHash: 'none' },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as SolcOutput
  for (const problem of output.errors ?? []) throw new Error(problem.formattedMessage)
  const contract = output.contracts['StableToken.sol']?.['StableToken']
  if (!contract) throw new Error('The compiler returned no StableToken')
  return { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` }
}

/**
 * Signatures are deterministic (RFC 6979), so the same source produces the same file byte for byte.
 */
export async function buildToken(): Promise<string> {
  const { abi, bytecode } = compile()
  const deployer = privateKeyToAccount(keccak256(toBytes(SEED)))
  const deployments = []
  for (const { chainId, name, symbol, decimals } of DEPLOYED) {
    const args = [name, symbol, decimals, TOKEN_SUPPLY]
    const raw = await deployer.signTransaction({
      type: 'eip1559',
      chainId,
      nonce: 0,
      gas: 2_000_000n,
      maxFeePerGas: GAS_PRICE_WEI,
      maxPriorityFeePerGas: 0n,
      data: encodeDeployData({ abi, bytecode, args }),
    })
    const address = getContractAddress({ from: deployer.address, nonce: 0n })
    deployments.push({ chainId, name, symbol, decimals, address, raw })
  }
  const artifact = {
    compiler: solc.version(),
    deployer: deployer.address,
    deployments,
    abi,
    bytecode,
  }
  return `${JSON.stringify(artifact, null, 2)}\n`
}

export const committedToken = (): string => readFileSync(ARTIFACT, 'utf8')

if (import.meta.main) writeFileSync(ARTIFACT, await buildToken())
