import type { OperatorRole } from '@solstice/contract/endpoint'
import { FIRST_NAME } from '#/modules/operator/first-operator.service.ts'
import { seedPerson } from '#/modules/operator/seed-person.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { lockSeeding, setResponsible } from './demo.queries.ts'

/** The people of the development server. Their codes are at /dev/operator-code. */
export const DEMO_OPERATORS: readonly { name: string; email: string; role: OperatorRole }[] = [
  { name: 'demo.owner', email: 'owner@solstice.example', role: 'OWNER' },
  { name: 'demo.finance', email: 'finance@solstice.example', role: 'FINANCE' },
]

export const DEMO_OPERATOR_PASSWORD = 'Solstice console 1'

/**
 * Seeds people who can sign in to the console at once, with a password and a code. The first of them
 * answers for the token of the environment, so that its proposals can be approved by the other.
 */
export async function seedOperators(ctx: AppContext): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockSeeding(tx)
    const ids: number[] = []
    for (const person of DEMO_OPERATORS) {
      ids.push(await seedPerson(tx, ctx, { ...person, password: DEMO_OPERATOR_PASSWORD }))
    }
    if (ids[0] !== undefined) await setResponsible(tx, FIRST_NAME, ids[0])
  })
}
