import { expect, test } from 'vitest'
import { transferCall } from './transfer.ts'

const payee = '0xAbCdEf0123456789aBcDeF0123456789AbCdEf01'
const contract = '0x1111111111111111111111111111111111111111'

test('a transfer of coin goes to the payee and calls nothing', () => {
  expect(transferCall({ payee, contract: null, amount: 5n })).toEqual({
    to: payee,
    value: 5n,
    data: '0x',
  })
})

test('a transfer of a token calls transfer(address,uint256) of its contract', () => {
  expect(transferCall({ payee, contract, amount: 1_000_000n })).toEqual({
    to: contract,
    value: 0n,
    data:
      '0xa9059cbb' +
      '000000000000000000000000abcdef0123456789abcdef0123456789abcdef01' +
      '00000000000000000000000000000000000000000000000000000000000f4240',
  })
})
