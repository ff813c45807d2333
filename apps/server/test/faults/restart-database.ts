import { startProcess } from '#test/server-process.ts'
import { signUpOver } from '#test/sign-up-over.ts'
import {
  compareBalances,
  verifyFinalState,
  OPERATOR_TOKEN,
  replayAll,
  signUpMembers,
  verifyLedger,
  type Write,
} from './ledger-writes.ts'
import type { Scenario } from './scenario.ts'
import { writeThroughTrouble } from './writes-through-trouble.ts'

/**
 * The database goes down and comes back while many write, in order or as a crash. The server is one
 * and the same process from the first write to the last.
 */
export const restartDatabase: Scenario = {
  name: 'restart-database',
  about: 'PostgreSQL stopped, or crashed, and started again during ledger writes',
  engines: ['postgres'],
  run: async (given) => {
    const { haltDatabase, resumeDatabase } = given.hurt ?? {}
    if (!haltDatabase || !resumeDatabase) throw new Error('This database cannot be stopped')
    // What goes wrong is the point; the log would be full of it.
    const settings = { ...given.settings, OPERATOR_TOKEN, LOG_LEVEL: 'fatal' }
    const writes: Write[] = []
    const tally = { restarts: 0, acknowledged: 0, faults: 0, replayed: 0, slowestBackMs: 0 }
    const server = startProcess(settings)
    let members: number[] = []
    try {
      const address = await server.ready
      members = await signUpMembers(address)
      for (let burst = 1; burst <= given.bursts; burst += 1) {
        const how = given.chance() < 0.5 ? 'in order' : 'as a crash'
        const done = await writeThroughTrouble(
          given,
          { address, members, burst },
          { begin: () => haltDatabase(how), end: resumeDatabase },
        )
        // Nobody knows of a fault whether it was written: the same again decides it.
        tally.replayed += await replayAll(address, done.writes)
        writes.push(...done.writes)
        await compareBalances(address, members, writes)
        await verifyLedger(settings)
        // Its worker is back too, or there would be no mail to read.
        await signUpOver(address, `back-${burst}@harbor.example`)
        tally.restarts += 1
        tally.acknowledged += done.acknowledged
        tally.faults += done.faults
        tally.slowestBackMs = Math.max(tally.slowestBackMs, done.recoveredMs)
        given.log(
          `restart ${burst}, ${how}: ${done.writes.length} writes, ${done.acknowledged} acknowledged, ` +
            `${done.faults} faults meanwhile, ready ${done.recoveredMs} ms after the database`,
        )
      }
    } finally {
      server.kill('SIGTERM')
      await server.ended
    }
    tally.replayed += await verifyFinalState(settings, members, writes)
    return tally
  },
}
