import { freezeEndpoints } from '@solstice/contract/freeze.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#/lib/api.ts'

export type PayoutHold = NonNullable<CallData<'freeze.hold'>['hold']>
export type ReportedEvent = CallData<'freeze.readLink'>

/** The reason why payouts are on hold; null when they are not. */
export const holdQuery = queryOptions({
  queryKey: ['payout-hold'],
  queryFn: async ({ signal }) => (await call(freezeEndpoints['freeze.hold'], {}, { signal })).hold,
})

export function readLink(token: string): Promise<ReportedEvent> {
  return call(freezeEndpoints['freeze.readLink'], { body: { token } })
}

export async function reportTheft(token: string): Promise<void> {
  await call(freezeEndpoints['freeze.report'], { body: { token } })
}

export async function sendUnfreezeCode(): Promise<void> {
  await call(freezeEndpoints['freeze.sendCode'], {})
}

export async function liftFreeze(code: string, pinToken: string): Promise<void> {
  await call(freezeEndpoints['freeze.lift'], { body: { code } }, { pinToken })
}
