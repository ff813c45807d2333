import type { Envelope } from '@solstice/contract/envelope'
import type { CallData } from '@solstice/contract/wire'
import { remoteOperator } from '#test/remote-operator.ts'
import { startProcess } from '#test/server-process.ts'
import { signUpRemotely } from '#test/sign-up-remotely.ts'
import { between } from './scenario.ts'

const MEMBERS = 4
export const CONCURRENCY = 8
export const OPERATOR_TOKEN = 'sol_op_for_the_fault_runs_and_nothing_else'

export type Write = {
  key: string
  userId: number
  amount: string
  /** The transaction id that the server returned before the fault, if any. */
  transactionId: number | undefined
}

export async function signUpMembers(address: string): Promise<number[]> {
  const members: number[] = []
  for (let member = 1; member <= MEMBERS; member += 1) {
    members.push(await signUpRemotely(address, `fault-${member}@harbor.example`))
  }
  return members
}

export function aWrite(chance: () => number, members: readonly number[], key: string): Write {
  const userId = members[between(chance, 0, members.length - 1)] ?? 0
  return { key, userId, amount: String(between(chance, 1, 1000)), transactionId: undefined }
}

export function requestWrite(
  address: string,
  { key, userId, amount }: Write,
): Promise<Envelope<CallData<'operator.adjustBalance'>>> {
  return remoteOperator(address, OPERATOR_TOKEN).adjust(userId, amount, key)
}

export async function send(address: string, write: Write): Promise<number> {
  const reply = await requestWrite(address, write)
  if (!reply.data) throw new Error(`A write was refused: ${JSON.stringify(reply)}`)
  return reply.data.transactionId
}

/**
 * Sends every write again: an acknowledged write returns the same transaction, any other is written
 * now.
 */
export async function replayAll(address: string, writes: readonly Write[]): Promise<number> {
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
  await Promise.all(Array.from({ length: CONCURRENCY }, replayOn))
  return writes.length
}

export async function compareBalances(
  address: string,
  members: readonly number[],
  writes: readonly Write[],
): Promise<void> {
  const operator = remoteOperator(address, OPERATOR_TOKEN)
  for (const userId of members) {
    const balance = await operator.xpOf(userId)
    const expected = writes
      .filter((write) => write.userId === userId)
      .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    if (balance !== expected) {
      throw new Error(`Member ${userId} has ${balance}; the sum of all writes is ${expected}`)
    }
  }
}

/** Runs the ledger check in a separate process, as an operator does. */
export async function verifyLedger(settings: Record<string, string>): Promise<void> {
  const checker = startProcess(settings, 'verify-ledger')
  const exit = await checker.ended
  if (exit !== 0) throw new Error(`verify:ledger ended with ${exit}:\n${checker.output()}`)
}

/** Replays all writes, then verifies the audit and, after a graceful shutdown, the ledger. */
export async function verifyFinalState(
  settings: Record<string, string>,
  members: readonly number[],
  writes: readonly Write[],
): Promise<number> {
  const server = startProcess(settings)
  try {
    const address = await server.ready
    const replayed = await replayAll(address, writes)
    await compareBalances(address, members, writes)
    const audit = await remoteOperator(address, OPERATOR_TOKEN).call<
      CallData<'operator.verifyAudit'>
    >('GET', '/v1/operator/audit/verification')
    if (!audit.data?.ok) throw new Error(`The audit verification failed: ${JSON.stringify(audit)}`)
    server.kill('SIGTERM')
    await server.ended
    await verifyLedger(settings)
    return replayed
  } finally {
    server.kill('SIGKILL')
    await server.ended
  }
}
