import { Interface, type JsonRpcProvider, type Result } from 'ethers'
import type { Row } from './history-row.ts'

export const ERC20 = new Interface([
  'function transfer(address to, uint256 amount) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
  'event Transfer(address indexed from, address indexed to, uint256 amount)',
])

async function readBlocks(provider: JsonRpcProvider) {
  const head = await provider.getBlockNumber()
  return Promise.all(
    Array.from({ length: head + 1 }, async (_, number) => {
      const block = await provider.getBlock(number, true)
      if (!block) throw new Error(`No block ${number}`)
      const mined = await Promise.all(
        block.prefetchedTransactions.map(async (transaction) => {
          const receipt = await provider.getTransactionReceipt(transaction.hash)
          if (!receipt) throw new Error(`${transaction.hash} has no receipt`)
          return { transaction, receipt }
        }),
      )
      return { block, mined }
    }),
  )
}

/** The decoded arguments of a call or an event have the types of the ABI, which the compiler does not know. */
export const textsOf = (decoded: Result): string[] => decoded.toArray().map(String)

const blocks = new Map<JsonRpcProvider, ReturnType<typeof readBlocks>>()

/** Reads a chain once for all accounts. */
function blocksOf(provider: JsonRpcProvider): ReturnType<typeof readBlocks> {
  const read = blocks.get(provider) ?? readBlocks(provider)
  blocks.set(provider, read)
  return read
}

/** Derives the same rows from every block of the chain, without the product. */
export async function rowsOfEthers(
  provider: JsonRpcProvider,
  token: string,
  address: string,
): Promise<Row[]> {
  const contract = token.toLowerCase()
  const rows: Row[] = []
  for (const { block, mined } of await blocksOf(provider)) {
    for (const { transaction, receipt } of mined) {
      const { hash, from, to, value, data } = transaction
      const isOwn = from === address
      const fee = isOwn ? receipt.gasUsed * receipt.gasPrice : undefined
      const common = { hash, atMs: block.timestamp * 1000 }
      const status = receipt.status === 1 ? ('done' as const) : ('failed' as const)
      const moved = receipt.logs.flatMap((log) => {
        const event = log.address.toLowerCase() === contract ? ERC20.parseLog(log) : null
        if (!event) return []
        const [sender = '', recipient = '', amount = '0'] = textsOf(event.args)
        const parties = { from: sender, to: recipient, amount: BigInt(amount) }
        return [{ ...parties, contract, status }]
      })
      const call = to?.toLowerCase() === contract ? ERC20.parseTransaction({ data }) : null
      const coin = { from, to: to ?? '', amount: value, contract: null, status }
      if (value > 0n || (isOwn && !call)) moved.push({ ...coin, contract: '' })
      if (isOwn && call && status === 'failed') {
        const [recipient = '', amount = '0'] = textsOf(call.args)
        moved.push({ ...coin, to: recipient, amount: BigInt(amount), contract })
      }
      for (const { contract: asset, ...move } of moved) {
        if (move.from !== address && move.to !== address) continue
        const direction =
          move.from !== address ? 'in' : move.to === address ? ('self' as const) : 'out'
        rows.push({ ...common, ...move, contract: asset === '' ? null : asset, direction, fee })
      }
    }
  }
  return rows
}
