import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertMembers } from '#test/insert-members.ts'
import { commands, compareBalances, MEMBERS, type Model, type Real } from '#test/ledger-model.ts'
import { openTestDatabase } from '#test/test-database.ts'
import type { Database } from '#/platform/process/db.ts'
import { checkLedger } from './ledger-check.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test(
  'the ledger matches a simple model after any sequence of posts, repetitions, reversals and interruptions',
  { timeout: 120_000 },
  async () => {
    let runs = 0
    await fc.assert(
      fc.asyncProperty(commands, async (list) => {
        runs += 1
        let keys = 0
        const { db } = database
        const members = await insertMembers(db, MEMBERS)
        const real: Real = { db, members, run: `model-${runs}`, next: () => (keys += 1) }
        const model: Model = { balances: new Map(), written: [] }

        await fc.asyncModelRun(() => ({ model, real }), list)

        await compareBalances(model, real)
        expect(await checkLedger(db)).toEqual([])
      }),
      { numRuns: 40 },
    )
  },
)
