import { CHAIN_ID, devOrder } from './remote-payer.ts'
import { drain, runWithFaults, paymentSettings, prepare, type Run } from './payments-run.ts'
import { between, type Scenario } from './scenario.ts'

const METHODS = [
  '*',
  'eth_blockNumber',
  'eth_getLogs',
  'eth_getTransactionReceipt',
  'eth_getTransactionCount',
  'eth_sendRawTransaction',
  'eth_estimateGas',
]

/** These faults have all been observed on nodes of real networks. */
const FAULTS: readonly object[] = [
  { kind: 'error', code: -32_000, message: 'header not found' },
  { kind: 'error', code: -32_005, message: 'limit exceeded' },
  { kind: 'down', status: 503 },
  { kind: 'down', status: 429 },
  { kind: 'slow', delayMs: 300 },
  { kind: 'result', result: null },
]

const NOWHERE = `0x${'00'.repeat(32)}`

/**
 * False results of a node: another chain, an outdated block, another block hash, an account that
 * never sent anything.
 */
const WRONG_RESPONSES: readonly { method: string; fault: object }[] = [
  { method: 'eth_chainId', fault: { kind: 'result', result: '0x1' } },
  { method: 'eth_blockNumber', fault: { kind: 'result', result: '0x1' } },
  { method: 'eth_getTransactionCount', fault: { kind: 'result', result: '0x0' } },
  {
    method: 'eth_getTransactionReceipt',
    fault: { kind: 'lie', change: { blockHash: NOWHERE } },
  },
]

/**
 * The node of the chain returns errors, is down, slow, returns nothing, returns false results or
 * produces no blocks, while members buy, pay and request refunds. A false result may freeze the
 * treasury until an operator has checked it; every payment is credited or sent back exactly once.
 */
export const failingNode: Scenario = {
  name: 'failing-node',
  about:
    'node errors, outages, delays, timeouts, false responses and stalled blocks, during payments',
  run: async (given) => {
    const run = await prepare(given, paymentSettings(given))
    const broken = new Set<string>()
    await runWithFaults(run, {
      at: (address) => injectFault(run, address, broken),
      over: (address) => repair(address, broken),
    })
    await drain(run)
    return run.tally
  },
}

async function injectFault(
  { given: { chance }, tally }: Run,
  address: string,
  broken: Set<string>,
): Promise<void> {
  const dice = chance()
  if (dice < 0.3) return repair(address, broken)
  if (dice < 0.4) {
    broken.add('stall')
    await devOrder(address, `chains/${CHAIN_ID}`, { stall: true })
  } else if (dice < 0.55) {
    const lie = WRONG_RESPONSES[between(chance, 0, WRONG_RESPONSES.length - 1)]
    broken.add(lie?.method ?? '*')
    await devOrder(address, `chains/${CHAIN_ID}`, { ...lie })
    tally['lies'] = (tally['lies'] ?? 0) + 1
  } else {
    const method = METHODS[between(chance, 0, METHODS.length - 1)] ?? '*'
    const fault = FAULTS[between(chance, 0, FAULTS.length - 1)]
    broken.add(method)
    await devOrder(address, `chains/${CHAIN_ID}`, { method, fault })
  }
  tally['faults'] = (tally['faults'] ?? 0) + 1
}

async function repair(address: string, broken: Set<string>): Promise<void> {
  for (const each of broken) {
    const order = each === 'stall' ? { stall: false } : { method: each, fault: null }
    await devOrder(address, `chains/${CHAIN_ID}`, order)
  }
  broken.clear()
}
