import { parseArgs } from 'node:util'
import { decodeFunctionResult, encodeFunctionData, hexToBytes } from 'viem'
import { LOG_ANCHOR } from '@solstice/contracts/contracts'
import { nodeCrypto } from '@solstice/points-log/node-crypto'
import {
  LogFault,
  verifyLog,
  type KnownTree,
  type LogReport,
} from '@solstice/points-log/verify-log'
import { printToStderr } from '../apps/server/src/platform/process/progress.ts'
import { causeOf, logReader, runVerification, verifierKeyOf } from './log-reader.ts'

const USAGE = `npm run verify:log -- --url URL [--key KEY] [--from SIZE:ROOT] [--rpc URL --anchor ADDRESS]

  --url     the address of the app
  --key     the key of the log as name+hash+base64; without it, the one that the server names
  --from    a tree that you have seen: its size and its root in base64
  --rpc     a node of the network on which the log is anchored
  --anchor  the address of the anchor contract
`

const PRINT_EVERY_MS = 2000

/** Verifies a points log as anybody can: only by what the server publishes. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      key: { type: 'string' },
      from: { type: 'string' },
      rpc: { type: 'string' },
      anchor: { type: 'string' },
    },
  })
  if (values.url === undefined) throw new LogFault(USAGE)
  if (values.anchor !== undefined && values.rpc === undefined) {
    throw new LogFault('--anchor needs --rpc, a node of the network')
  }
  const read = logReader(values.url)
  const verifierKey = await verifierKeyOf(read, values.key)
  const known = [
    ...(values.from === undefined ? [] : [seenTree(values.from)]),
    ...(values.rpc === undefined ? [] : [await anchoredTree(values.rpc, values.anchor)]),
  ].filter(({ size }) => size > 0)
  const report = await verifyLog(nodeCrypto, {
    read,
    verifierKey,
    known,
    onProgress: printProgress(),
  })
  print(report, verifierKey, values.key === undefined)
}

function seenTree(text: string): KnownTree {
  const [, size = '', root = ''] = /^(\d{1,15}):([A-Za-z0-9+/]{43}=)$/.exec(text) ?? []
  if (size === '') throw new LogFault('--from needs a size and a root in base64: SIZE:ROOT')
  return { size: Number(size), root: Buffer.from(root, 'base64'), source: 'the tree that you saw' }
}

/** Reads the checkpoint of the anchor contract from a node. */
async function anchoredTree(rpc: string, anchor: string | undefined): Promise<KnownTree> {
  if (anchor === undefined) throw new LogFault('--rpc needs --anchor, the address of the contract')
  const data = encodeFunctionData({ abi: LOG_ANCHOR.abi, functionName: 'checkpoint' })
  const response = await fetch(rpc, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_call',
      params: [{ to: anchor, data }, 'latest'],
    }),
  }).catch((error: unknown) => {
    throw new LogFault(`${rpc} does not answer: ${causeOf(error)}.`)
  })
  // The form of a JSON-RPC response.
  const { result } = (await response.json()) as { result?: `0x${string}` }
  if (result === undefined || result === '0x') throw new LogFault('There is no anchor on chain.')
  const [size, root] = decodeFunctionResult({
    abi: LOG_ANCHOR.abi,
    functionName: 'checkpoint',
    data: result,
  }) as [bigint, `0x${string}`] // The types that the contract declares.
  return { size: Number(size), root: hexToBytes(root), source: 'the tree on chain' }
}

function printProgress(): (entries: number, size: number) => void {
  let printedAt = performance.now()
  return (entries, size) => {
    if (performance.now() - printedAt < PRINT_EVERY_MS) return
    printedAt = performance.now()
    printToStderr(`${entries} of ${size} entries …`)
  }
}

function print(report: LogReport, verifierKey: string, isFromServer: boolean): void {
  const { checkpoint, entries, tiles, continued } = report
  const root = Buffer.from(checkpoint.root).toString('base64')
  const lines = [
    `log      ${checkpoint.origin}`,
    `key      ${verifierKey}${isFromServer ? ' (from the server; compare it with the published one)' : ''}`,
    `entries  ${entries}, all parsed and hashed`,
    `tiles    ${tiles}, all recomputed`,
    `root     ${root}`,
    ...continued.map(({ size, source }) => `continues ${source} of ${size} entries`),
    `The log is consistent. Next time: --from ${entries}:${root}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

await runVerification(main)
