import { setTimeout as sleep } from 'node:timers/promises'
import { startProcess, type ServerProcess } from '#test/server-process.ts'
import { until, within } from './bounded.ts'
import {
  CONCURRENCY,
  OPERATOR_TOKEN,
  aWrite,
  compareBalances,
  replayAll,
  requestWrite,
  send,
  signUpMembers,
  verifyLedger,
  type Write,
} from './ledger-writes.ts'
import {
  between,
  type Given,
  type HighAvailability,
  type Scenario,
  type Tally,
} from './scenario.ts'

/** The time without replication before the primary dies; without it, hardly a write could be lost. */
const CUT_MS = 3000
/** Control runs need few repetitions, because nearly every one loses writes. */
const CONTROL_BURSTS = 3
const END_LIMIT_MS = 30_000
const FIRST_REPLY_LIMIT_MS = 120_000
/** For each step that usually takes seconds; a machine with two processors may be busy. */
const STEP_LIMIT_MS = 180_000

type Burst = { writes: Write[]; acknowledged: number; faults: number; firstReplyMs: number }

/**
 * Members write while the replication link is cut, the primary is killed with its children, a standby
 * takes over and the killed one joins again. No acknowledged write may be lost. The control run
 * acknowledges commits without a standby and has to lose some, or the run would prove nothing.
 */
export const failover: Scenario = {
  name: 'failover',
  about: 'the primary of three databases is killed with a cut link during ledger writes',
  engines: ['postgres'],
  startsItsDatabase: true,
  run: async (given) => {
    const kept = await runCluster(given, { isSynchronous: true, bursts: given.bursts })
    if (kept.lost > 0) throw new Error(`LOST: ${kept.lost} acknowledged writes`)
    const control = await runCluster(given, { isSynchronous: false, bursts: CONTROL_BURSTS })
    if (control.lost === 0)
      throw new Error('The control run lost nothing, so the run proves nothing')
    return { ...kept, controlBursts: CONTROL_BURSTS, controlLost: control.lost }
  },
}

async function runCluster(
  given: Given,
  { isSynchronous, bursts }: { isSynchronous: boolean; bursts: number },
) {
  const { startCluster } = given.faultControls ?? {}
  if (!startCluster) throw new Error('This run has no cluster')
  const tally = { failovers: 0, acknowledged: 0, faults: 0, lost: 0, slowestFirstReplyMs: 0 }
  const cluster = await startCluster({ isSynchronous })
  const run = isSynchronous ? 'synchronous' : 'control'
  const settings = {
    ...given.settings,
    SOLSTICE_DATA: `${given.settings['SOLSTICE_DATA']}/${isSynchronous ? 'kept' : 'control'}`,
    DATABASE_URL: cluster.url,
    OPERATOR_TOKEN,
    LOG_LEVEL: 'fatal',
  }
  const server = startProcess(settings)
  const step = <Result>(what: string, work: Promise<Result>): Promise<Result> =>
    within(what, { limitMs: STEP_LIMIT_MS, details: () => outputOf(server, cluster) }, work)
  try {
    const address = await step('The start of the server', server.ready)
    const members = await step('The sign-up of the members', signUpMembers(address))
    const all: Write[] = []
    for (let burst = 1; burst <= bursts; burst += 1) {
      const done = await writeDuringFailover(given, { address, members, burst, cluster })
      await cluster.untilWhole()
      const lost = await step(
        'Sending the writes again',
        isSynchronous
          ? replayAll(address, done.writes).then(() => 0)
          : countLost(address, done.writes),
      )
      all.push(...done.writes)
      if (isSynchronous) {
        await step('Comparing the balances', compareBalances(address, members, all))
      }
      await step('The check of the ledger', verifyLedger(settings))
      tally.failovers += 1
      tally.acknowledged += done.acknowledged
      tally.faults += done.faults
      tally.lost += lost
      tally.slowestFirstReplyMs = Math.max(tally.slowestFirstReplyMs, done.firstReplyMs)
      const { acknowledged, faults, firstReplyMs } = done
      given.addFigures?.({ run, burst, acknowledged, lost, faults, firstReplyMs })
      given.log(
        `${run} ${burst}: ${done.acknowledged} acknowledged, ` +
          `${lost} lost, ${done.faults} faults, first reply ${done.firstReplyMs} ms after the kill`,
      )
    }
  } finally {
    server.kill('SIGTERM')
    await within('The end of the server', { limitMs: END_LIMIT_MS }, server.ended).catch(() =>
      server.kill('SIGKILL'),
    )
    await cluster.stop()
  }
  return tally satisfies Tally
}

/** Sends every write again; an acknowledged one that gets another transaction was lost. */
async function countLost(address: string, writes: readonly Write[]): Promise<number> {
  let lost = 0
  for (const write of writes) {
    const transactionId = await send(address, write)
    if (write.transactionId !== undefined && write.transactionId !== transactionId) lost += 1
  }
  return lost
}

const outputOf = (server: ServerProcess, cluster: HighAvailability) =>
  `${server.output()}\n${cluster.output()}`

async function writeDuringFailover(
  { chance }: Given,
  {
    address,
    members,
    burst,
    cluster,
  }: { address: string; members: readonly number[]; burst: number; cluster: HighAvailability },
): Promise<Burst> {
  const writes: Write[] = []
  const seen = { acknowledged: 0, faults: 0, isOver: false, killedAt: 0, firstReplyMs: 0 }
  const writeOn = async (): Promise<void> => {
    while (!seen.isOver) {
      const write = aWrite(chance, members, `failover-${burst}-${writes.length}`)
      writes.push(write)
      const sentAt = performance.now()
      const { data } = await requestWrite(address, write)
      if (!data) {
        seen.faults += 1
        await sleep(500)
        continue
      }
      write.transactionId = data.transactionId
      seen.acknowledged += 1
      const isAfterKill = seen.killedAt > 0 && sentAt > seen.killedAt
      if (isAfterKill) seen.firstReplyMs ||= Math.round(performance.now() - seen.killedAt)
    }
  }
  const runFailover = async (): Promise<void> => {
    const enough = between(chance, 5, 60)
    const details = () => cluster.output()
    await until(
      `The acknowledgement of ${enough} writes`,
      { limitMs: STEP_LIMIT_MS, everyMs: 5, details },
      () => seen.acknowledged >= enough,
    )
    cluster.cutReplication()
    await sleep(CUT_MS)
    const killed = await cluster.killPrimary()
    seen.killedAt = performance.now()
    cluster.mendReplication()
    await until(
      'The first reply after the kill of the primary',
      { limitMs: FIRST_REPLY_LIMIT_MS, everyMs: 20, details },
      () => seen.firstReplyMs > 0,
    )
    cluster.revive(killed)
  }
  const over = <Result>(work: Promise<Result>): Promise<Result> =>
    work.finally(() => {
      seen.isOver = true
    })
  await within(
    'The failover with the writes under way',
    { limitMs: 2 * STEP_LIMIT_MS + FIRST_REPLY_LIMIT_MS, details: () => cluster.output() },
    Promise.all([
      over(runFailover()),
      ...Array.from({ length: CONCURRENCY }, () => over(writeOn())),
    ]),
  ).finally(() => {
    seen.isOver = true
  })
  const { acknowledged, faults, firstReplyMs } = seen
  return { writes, acknowledged, faults, firstReplyMs }
}
