import type { Code } from '@solstice/contract/codes'
import { Refusal, type RefusalDetails } from '#/platform/process/refusal.ts'

type Values = NonNullable<RefusalDetails['values']>
type Data = NonNullable<RefusalDetails['data']>

/** No call has data with this key, so it can be told apart in a saved response. */
const MARK = 'refusedAfterCommit'

/**
 * The result of a call that changed something and is refused nevertheless, such as a proposal that
 * was made or has become outdated. A thrown refusal would roll the change back. The refusal is saved
 * as the response of an idempotent call, so that repeating it returns the same.
 */
export function refuseAfterCommit(code: Code, values: Values = {}, data: Data = values): never {
  // `mount` turns the mark into the refusal, so no caller sees it as data of the call.
  return { [MARK]: { code, values, data } } as never
}

export function refusalIn(result: unknown): Refusal | undefined {
  if (typeof result !== 'object' || result === null || !(MARK in result)) return undefined
  // Written above, by an earlier release without data.
  const {
    code,
    values,
    data = values,
  } = result[MARK] as { code: Code; values: Values; data?: Data }
  const isEmpty = Object.keys(values).length === 0 && Object.keys(data).length === 0
  return new Refusal(code, isEmpty ? {} : { values, data })
}
