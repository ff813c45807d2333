import { sql } from 'drizzle-orm'
import type { AppContext } from './platform/context.ts'
import { createMember, memberByEmail } from './modules/users/users.service.ts'

export const DEMO_ACCOUNT = { email: 'demo@solstice.example', password: 'Solstice1!' }

const SEEDING = 5_307_217

/**
 * The embedded default greets a newcomer with an account that is ready to use. Servers that start
 * together on one database take turns, so that one of them makes it.
 */
export async function seedDemo(ctx: AppContext): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SEEDING})`)
    if (await memberByEmail({ db: tx }, DEMO_ACCOUNT.email)) return
    const passwordHash = await ctx.passwords.hash(DEMO_ACCOUNT.password)
    await createMember(
      { ...ctx, db: tx },
      { email: DEMO_ACCOUNT.email, passwordHash, language: 'en', referredBy: undefined },
    )
  })
}
