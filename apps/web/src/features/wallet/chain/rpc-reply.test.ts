import { expect, test } from 'vitest'
import { RpcError } from './rpc-error.ts'
import { resultIn } from './rpc-reply.ts'

const HASH = `0x${'ab'.repeat(32)}`
const OTHER_HASH = `0x${'cd'.repeat(32)}`
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const transaction = {
  hash: HASH,
  from: ADDRESS,
  to: ADDRESS,
  value: '0x0',
  nonce: '0x4',
  gas: '0x5208',
  gasPrice: '0x1e',
  input: '0x',
  blockNumber: '0x64',
}
const log = { address: ADDRESS, topics: [HASH], data: '0x' }
const receipt = {
  transactionHash: HASH,
  status: '0x1',
  blockNumber: '0x64',
  gasUsed: '0x5208',
  effectiveGasPrice: '0x1e',
  logs: [log],
}

function read(method: string, result: unknown): unknown {
  return resultIn({ result }, { method, params: [HASH] }, true)
}

function failureOf(method: string, result: unknown): unknown {
  try {
    return read(method, result)
  } catch (cause) {
    return cause
  }
}

test.each([
  ['that is in a block', transaction],
  ['that waits', { ...transaction, blockNumber: null, gasPrice: undefined }],
  ['that creates a contract', { ...transaction, to: null }],
  ['whose hash is in upper case', { ...transaction, hash: `0x${'AB'.repeat(32)}` }],
  ['that is not known', null],
])('reads a transaction %s', (_, result) => {
  expect(read('eth_getTransactionByHash', result)).toEqual(result)
})

test.each([
  ['an empty object', {}],
  ['a list', []],
  ['another transaction', { ...transaction, hash: OTHER_HASH }],
  ['no hash', { ...transaction, hash: undefined }],
  ['no sender', { ...transaction, from: undefined }],
  ['a recipient that is not an address', { ...transaction, to: '0x1' }],
  ['no value', { ...transaction, value: undefined }],
  ['a value as a number', { ...transaction, value: 5 }],
  ['no nonce', { ...transaction, nonce: undefined }],
  ['no gas', { ...transaction, gas: undefined }],
  ['a gas price that is not a number', { ...transaction, gasPrice: 'high' }],
  ['no input', { ...transaction, input: undefined }],
  ['a block as a number', { ...transaction, blockNumber: 100 }],
])('rejects %s as the transaction', (_, result) => {
  const failure = failureOf('eth_getTransactionByHash', result)

  expect(failure).toBeInstanceOf(RpcError)
  expect(failure).toMatchObject({ problem: 'unreachable' })
})

test.each([
  ['with a log', receipt],
  ['without logs', { ...receipt, logs: [] }],
  ['of a network without a price per gas', { ...receipt, effectiveGasPrice: undefined }],
  ['that is not known', null],
])('reads a receipt %s', (_, result) => {
  expect(read('eth_getTransactionReceipt', result)).toEqual(result)
})

test.each([
  ['an empty object', {}],
  ['that of another transaction', { ...receipt, transactionHash: OTHER_HASH }],
  ['one without a status', { ...receipt, status: undefined }],
  ['one without a block', { ...receipt, blockNumber: null }],
  ['one without the gas used', { ...receipt, gasUsed: undefined }],
  ['one without logs', { ...receipt, logs: undefined }],
  ['one whose logs are an object', { ...receipt, logs: {} }],
  ['one with an empty log', { ...receipt, logs: [log, {}] }],
  ['one with a log without topics', { ...receipt, logs: [{ ...log, topics: undefined }] }],
])('rejects %s as the receipt', (_, result) => {
  const failure = failureOf('eth_getTransactionReceipt', result)

  expect(failure).toBeInstanceOf(RpcError)
  expect(failure).toMatchObject({ problem: 'unreachable' })
})
