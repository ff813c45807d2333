import type { CallData } from '@solstice/contract/wire'
import { operatorOver } from '#/testing/operator-over.ts'
import { startProcess, type ServerProcess } from '#/testing/server-process.ts'
import { signUpOver } from '#/testing/sign-up-over.ts'
import { between, type Given, type Scenario } from './scenario.ts'

const MEMBERS = 4
const AT_ONCE = 8
const OPERATOR_TOKEN = 'sol_op_for_the_fault_runs_and_nothing_else'

type Write = {
  key: string
  userId: number
  amount: string
  /** What the server said before it was killed, if it said anything. */
  transactionId: number | undefined
}

/**
 * Kills the server again and again while many write, and looks every time whether anything it had
 * acknowledged is gone. What it had not acknowledged is sent again, as the app does.
 */
export const killDuringWrites: Scenario = {
  name: 'kill-during-writes',
  about: 'kill -9 of the server during bursts of ledger writes',
  run: async (given) => {
    const settings = { ...given.settings, OPERATOR_TOKEN, LOG_LEVEL: 'error' }
    const writes: Write[] = []
    const tally = { bursts: 0, acknowledged: 0, unanswered: 0, replayed: 0, verified: 0 }
    let members: number[] = []
    let last: Write[] = []

    for (let burst = 1; burst <= given.bursts; burst += 1) {
      const server = startProcess(settings)
      try {
        const address = await server.ready
        if (burst === 1) members = await signUpMembers(address)
        tally.replayed += await replayAll(address, last)
        await compareBalances(address, members, writes)
        last = await fireUntilKilled(given, server, { address, members, burst })
        const acknowledged = last.filter(({ transactionId }) => transactionId !== undefined).length
        writes.push(...last)
        tally.bursts += 1
        tally.acknowledged += acknowledged
        tally.unanswered += last.length - acknowledged
        await verifyLedger(settings)
        tally.verified += 1
        given.say(
          `${given.place} burst ${burst}: ${last.length} writes, ${acknowledged} acknowledged, killed, ledger holds`,
        )
      } finally {
        server.kill('SIGKILL')
        await server.ended
      }
    }
    tally.replayed += await lookOnceMore(settings, members, writes)
    return tally
  },
}

/** The last burst's writes, the audit, and the ledger after a server that ended in order. */
async function lookOnceMore(
  settings: Record<string, string>,
  members: readonly number[],
  writes: readonly Write[],
): Promise<number> {
  const server = startProcess(settings)
  try {
    const address = await server.ready
    const replayed = await replayAll(address, writes)
    await compareBalances(address, members, writes)
    const audit = await operatorOver(address, OPERATOR_TOKEN).call<
      CallData<'operator.verifyAudit'>
    >('GET', '/v1/operator/audit/verification')
    if (!audit.data?.ok) throw new Error(`The audit broke: ${JSON.stringify(audit)}`)
    server.kill('SIGTERM')
    await server.ended
    await verifyLedger(settings)
    return replayed
  } finally {
    server.kill('SIGKILL')
    await server.ended
  }
}

async function signUpMembers(address: string): Promise<number[]> {
  const members: number[] = []
  for (let member = 1; member <= MEMBERS; member += 1) {
    members.push(await signUpOver(address, `fault-${member}@harbor.example`))
  }
  return members
}

/** Many clients write without a pause; after so many acknowledgements the server is killed. */
async function fireUntilKilled(
  { chance, place }: Given,
  server: ServerProcess,
  { address, members, burst }: { address: string; members: number[]; burst: number },
): Promise<Write[]> {
  const killAfter = between(chance, 5, 40)
  const writes: Write[] = []
  let acknowledged = 0
  let killed = false
  const writeOn = async (): Promise<void> => {
    while (!killed) {
      const userId = members[between(chance, 0, members.length - 1)] ?? 0
      const amount = String(between(chance, 1, 1000))
      const key = `${place}-${burst}-${writes.length}`
      const write: Write = { key, userId, amount, transactionId: undefined }
      writes.push(write)
      try {
        write.transactionId = await send(address, write)
        acknowledged += 1
      } catch (error) {
        // Only a server that is being killed may leave a call without an answer.
        if (!killed) throw error
      }
      if (acknowledged >= killAfter && !killed) {
        killed = true
        server.kill('SIGKILL')
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, writeOn))
  await server.ended
  return writes
}

/** Every write again: what was acknowledged gives the same answer, what was not happens now. */
async function replayAll(address: string, writes: readonly Write[]): Promise<number> {
  let next = 0
  const replayOn = async (): Promise<void> => {
    for (let write = writes[next++]; write; write = writes[next++]) {
      const transactionId = await send(address, write)
      write.transactionId ??= transactionId
      if (write.transactionId !== transactionId) {
        throw new Error(
          `LOST: ${write.key} was transaction ${write.transactionId} and is ${transactionId}`,
        )
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, replayOn))
  return writes.length
}

async function compareBalances(
  address: string,
  members: readonly number[],
  writes: readonly Write[],
): Promise<void> {
  const operator = operatorOver(address, OPERATOR_TOKEN)
  for (const userId of members) {
    const balance = await operator.xpOf(userId)
    const expected = writes
      .filter((write) => write.userId === userId)
      .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    if (balance !== expected) {
      throw new Error(`Member ${userId} has ${balance}; all writes, once each, are ${expected}`)
    }
  }
}

async function send(address: string, { key, userId, amount }: Write): Promise<number> {
  const reply = await operatorOver(address, OPERATOR_TOKEN).adjust(userId, amount, key)
  if (!reply.data) throw new Error(`A write was refused: ${JSON.stringify(reply)}`)
  return reply.data.transactionId
}

/** The checker as an operator runs it, in a process of its own. */
async function verifyLedger(settings: Record<string, string>): Promise<void> {
  const checker = startProcess(settings, 'verify-ledger')
  const exit = await checker.ended
  if (exit !== 0) throw new Error(`verify:ledger ended with ${exit}:\n${checker.output()}`)
}
