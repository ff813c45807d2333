import { privateKeyToAccount } from 'viem/accounts'
import { keccak256 } from 'viem/utils'
import { expect, test } from 'vitest'
import { decodeSigned } from './signed.ts'

const account = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
)
const transfer = {
  chainId: 31337,
  nonce: 4,
  to: '0x71c48eb203d5f96a5d071b3ce84290fa6cd19a2f',
  value: 5n,
  data: '0x',
  gas: 21_000n,
  maxFeePerGas: 30n,
  maxPriorityFeePerGas: 2n,
} as const

test('reads the transfer, its hash and its sender from the signed bytes alone', async () => {
  const raw = await account.signTransaction({ ...transfer, type: 'eip1559' })

  expect(await decodeSigned(raw)).toEqual({
    ...transfer,
    hash: keccak256(raw),
    from: account.address,
  })
})

test.each(['', 'nonsense', '0x', '0x02', '0x02ff', `0x02${'c0'.repeat(40)}`])(
  'returns null for %j',
  async (raw) => {
    expect(await decodeSigned(raw)).toBeNull()
  },
)

test('returns null for a transaction that is unsigned or of another type', async () => {
  const legacy = await account.signTransaction({
    type: 'legacy',
    to: transfer.to,
    gasPrice: 3n,
    gas: 21_000n,
    nonce: 1,
    chainId: 31337,
  })
  const signed = await account.signTransaction({ ...transfer, type: 'eip1559' })

  expect(await decodeSigned(legacy)).toBeNull()
  expect(await decodeSigned(signed.slice(0, -20))).toBeNull()
})
