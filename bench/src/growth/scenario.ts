import type { CallId } from '../../../packages/contract/src/catalogue.ts'
import type { CallInput } from '../../../packages/contract/src/wire.ts'
import { memberWithPin, PIN, pinHeader } from '../../../apps/server/test/test-pin.ts'
import { PATH_IDS } from '../../../apps/server/test/owned-ids.ts'
import type { OperatorInput } from '../../../apps/server/test/test-operator.ts'
import { signUpMember } from '../../../apps/server/test/test-member.ts'
import type { PinPurpose } from '../../../packages/contract/src/pin-purpose.ts'
import type { Member, World } from './world.ts'

type Reply = { code: number; data?: unknown }

/** Prepares one call and returns it. Only the returned call is measured. */
export type Scenario = (world: World) => Promise<() => Promise<Reply>>

/** One scenario, or several named ones for a call whose kinds differ. */
export type Scenarios = Scenario | Readonly<Record<string, Scenario>>

/** A call of the resident member. */
export function byResident<Id extends CallId>(
  id: Id,
  input: (world: World) => CallInput<Id>,
): Scenario {
  return async (world) => {
    const made = input(world)
    return () => world.resident.call(id, made)
  }
}

export function byOperator<Id extends CallId>(
  id: Id,
  input: (world: World) => OperatorInput<Id> | Promise<OperatorInput<Id>>,
): Scenario {
  return async (world) => {
    const made = await input(world)
    return () => world.operator.call(id, made)
  }
}

/** A call of a new member. */
export function byNewMember<Id extends CallId>(
  id: Id,
  input: (world: World, member: Member) => CallInput<Id> | Promise<CallInput<Id>>,
): Scenario {
  return async (world) => {
    const member = await signUpMember(world.server)
    const made = await input(world, member)
    return () => member.call(id, made)
  }
}

/** A call of a new member that needs the PIN. */
export function withPin<Id extends CallId>(
  id: Id,
  purpose: PinPurpose,
  input: (world: World, member: Member) => CallInput<Id> | Promise<CallInput<Id>>,
): Scenario {
  return async (world) => {
    const member = await memberWithPin(world.server)
    const made = await input(world, member)
    const headers = await pinHeader(member, PIN, purpose)
    return () => member.call(id, made, headers)
  }
}

/** A call with an id of the member's own, prepared as in the tests of foreign ids. */
// The parameter links the call with its input.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function onOwnId<Id extends CallId>(id: Id): Scenario {
  return async (world) => {
    const ids = PATH_IDS[id]
    if (ids?.kind !== 'owned') throw new Error(`${id} has no id of a member's own`)
    const member = await signUpMember(world.server)
    const { headers, ...input } = await ids.make(world.server, member)
    // The input is made for this call, which the list of ids cannot express as a type.
    return () => member.call(id, input as CallInput<Id>, headers)
  }
}
