import type { AppContext } from './platform/context.ts'
import { createMember, memberByEmail } from './modules/users/users.service.ts'

export const DEMO_ACCOUNT = { email: 'demo@solstice.example', password: 'Solstice1!' }

/** The embedded default greets a newcomer with an account that is ready to use. */
export async function seedDemo(ctx: AppContext): Promise<void> {
  if (await memberByEmail(ctx, DEMO_ACCOUNT.email)) return
  const passwordHash = await ctx.passwords.hash(DEMO_ACCOUNT.password)
  await createMember(ctx, {
    email: DEMO_ACCOUNT.email,
    passwordHash,
    language: 'en',
    referredBy: undefined,
  })
}
