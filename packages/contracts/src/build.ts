import { readFileSync, writeFileSync } from 'node:fs'
import solc from 'solc'
import type { Abi } from 'viem'

/**
 * Compiles the contracts of the programme: `node packages/contracts/src/build.ts` writes
 * contracts.json. A test rebuilds it and compares, so the committed file always matches the sources.
 */
const NAMES = ['LogAnchor', 'RewardDistributor'] as const
const ARTIFACT = new URL('./contracts.json', import.meta.url)

type Output = {
  errors?: { formattedMessage: string }[]
  contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>
}

export function buildContracts(): string {
  const sourceOf = (name: string) => ({
    content: readFileSync(new URL(`../solidity/${name}.sol`, import.meta.url), 'utf8'),
  })
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(NAMES.map((name) => [`${name}.sol`, sourceOf(name)])),
    settings: {
      evmVersion: 'shanghai',
      optimizer: { enabled: true, runs: 10_000 },
      metadata: { bytecodeHash: 'none' },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as Output
  for (const problem of output.errors ?? []) throw new Error(problem.formattedMessage)
  const contracts = NAMES.map((name) => {
    const contract = output.contracts[`${name}.sol`]?.[name]
    if (!contract) throw new Error(`The compiler returned no ${name}`)
    return [name, { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` }] as const
  })
  const artifact = { compiler: solc.version(), contracts: Object.fromEntries(contracts) }
  return `${JSON.stringify(artifact, null, 2)}\n`
}

export const committedContracts = (): string => readFileSync(ARTIFACT, 'utf8')

if (import.meta.main) writeFileSync(ARTIFACT, buildContracts())
