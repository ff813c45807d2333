import type { CallId } from '@solstice/contract/catalogue'
import type { OperatorInput } from './test-operator.ts'

/** A write with the action of its audit entry, and the member whom it concerns. */
export type Write<Id extends CallId> = {
  action: string
  make: () => Promise<{ input: OperatorInput<Id>; userId?: number }>
}
