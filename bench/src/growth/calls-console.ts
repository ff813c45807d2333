import { sql } from 'drizzle-orm'
import { FIRST_NAME } from '../../../apps/server/src/modules/operator/first-operator.service.ts'
import { addMachine } from '../../../apps/server/src/modules/operator/operator.service.ts'
import { hashOf } from '../../../apps/server/src/modules/operator/operator-secret.ts'
import type { CallId } from '../../../packages/contract/src/catalogue.ts'
import type { CallInput } from '../../../packages/contract/src/wire.ts'
import { softwarePasskey } from '../../../apps/server/test/software-passkey.ts'
import { CONSOLE_ORIGIN } from '../../../apps/server/test/test-app.ts'
import {
  addPasskey,
  aPerson,
  mailedLink,
  objectionCode,
  openConsole,
  OPERATOR_PASSWORD,
  type TestPerson,
} from '../../../apps/server/test/test-console.ts'
import type { Scenario, Scenarios } from './scenario.ts'
import type { World } from './world.ts'

const FIRST_TOKEN = 'sol_op_growth-benchmark-token-of-the-owner'

/** A call of a person who has signed in to the console. */
function byPerson<Id extends CallId>(
  id: Id,
  input: (world: World, person: TestPerson) => CallInput<Id> | Promise<CallInput<Id>>,
): Scenario {
  return async (world) => {
    const person = await aPerson(world.server)
    const made = await input(world, person)
    return () => person.call(id, made)
  }
}

/** A call before the sign-in. */
function byVisitor<Id extends CallId>(
  id: Id,
  input: (world: World) => CallInput<Id> | Promise<CallInput<Id>>,
): Scenario {
  return async (world) => {
    const made = await input(world)
    return () => openConsole(world.server).call(id, made)
  }
}

async function anEnrolment({ server, operator }: World) {
  const person = await aPerson(server)
  await operator.call('operator.sendEnrolment', { params: { operatorId: person.operatorId } })
  await server.worker.runDue()
  return { person, code: mailedLink(server, person.email) }
}

/** Disables a person and returns the code of the link in the mail to them. */
async function anObjection({ server, operator }: World) {
  const { operatorId, email } = await aPerson(server)
  await operator.call('operator.disableOperator', { params: { operatorId } })
  await server.worker.runDue()
  return { code: objectionCode(server, email) }
}

/** Gives the machine of the settings a known token; it may not exist yet. */
async function aFirstToken({ server }: World): Promise<string> {
  await server.ctx.db.execute(sql`insert into operators
      (name, role, token_hash, created_at, expires_at)
    values (${FIRST_NAME}, 'OWNER', ${hashOf(FIRST_TOKEN)}, now(), now() + interval '10 years')
    on conflict (name) do update set token_hash = excluded.token_hash`)
  return FIRST_TOKEN
}

let machines = 0

/** Adds a machine for which the person is responsible. */
async function aMachineOf({ server }: World, person: TestPerson) {
  machines += 1
  const machine = { name: `${person.name}.machine-${machines}`, role: person.role }
  const { operatorId } = await addMachine(server.ctx.db, server.ctx, person, machine)
  return { operatorId }
}

/** All calls that only the console's host serves. */
export const CONSOLE_CALLS = {
  'operatorAuth.begin': {
    'with a passkey': byVisitor('operatorAuth.begin', () => ({ body: {} })),
    'with a password': byVisitor('operatorAuth.begin', async ({ server }) => ({
      body: { email: (await aPerson(server)).email, password: OPERATOR_PASSWORD },
    })),
  },
  'operatorAuth.finish': byPerson('operatorAuth.finish', async (_world, person) => {
    const { data } = await person.call('operatorAuth.begin', {
      body: { email: person.email, password: OPERATOR_PASSWORD },
    })
    return { params: { loginId: data?.loginId ?? '' }, body: { code: await person.code() } }
  }),
  'operatorAuth.recover': byPerson('operatorAuth.recover', async (_world, person) => {
    const { data } = await person.call('operatorAuth.newRecoveryCodes', {})
    return { body: { email: person.email, recoveryCode: data?.recoveryCodes[0] ?? '' } }
  }),
  'operatorAuth.claimOwner': byVisitor('operatorAuth.claimOwner', async (world) => {
    const { email, name } = await aPerson(world.server)
    return { body: { token: await aFirstToken(world), name, email } }
  }),
  'operatorAuth.showEnrolment': byVisitor('operatorAuth.showEnrolment', async (world) => ({
    params: { code: (await anEnrolment(world)).code },
  })),
  'operatorAuth.enrol': byVisitor('operatorAuth.enrol', async (world) => {
    const { person, code } = await anEnrolment(world)
    const { data } = await person.call('operatorAuth.showEnrolment', { params: { code } })
    const passkey = softwarePasskey(CONSOLE_ORIGIN).create(data?.passkey ?? { challenge: '' })
    return { params: { code }, body: { setupId: data?.setupId ?? '', passkey } }
  }),
  'operatorAuth.showObjection': byVisitor('operatorAuth.showObjection', async (world) => ({
    params: await anObjection(world),
  })),
  'operatorAuth.object': byVisitor('operatorAuth.object', async (world) => ({
    params: await anObjection(world),
    body: { reason: 'I did not leave' },
  })),
  'operatorAuth.stepUpOptions': byPerson('operatorAuth.stepUpOptions', async (_world, person) => {
    await addPasskey(person)
    return {}
  }),
  'operatorAuth.stepUp': byPerson('operatorAuth.stepUp', async (_world, person) => ({
    body: { code: await person.code() },
  })),
  'operatorAuth.logout': byPerson('operatorAuth.logout', () => ({})),
  'operatorAuth.sessions': byPerson('operatorAuth.sessions', () => ({})),
  'operatorAuth.endSession': byPerson('operatorAuth.endSession', async (_world, person) => {
    const { data } = await person.call('operatorAuth.sessions', {})
    return { params: { sessionId: data?.list[0]?.sessionId ?? 0 } }
  }),
  'operatorAuth.factorOptions': byPerson('operatorAuth.factorOptions', () => ({})),
  'operatorAuth.addFactor': byPerson('operatorAuth.addFactor', async (_world, person) => {
    const { data } = await person.call('operatorAuth.factorOptions', {})
    const passkey = softwarePasskey(CONSOLE_ORIGIN).create(data?.passkey ?? { challenge: '' })
    return { body: { setupId: data?.setupId ?? '', passkey } }
  }),
  'operatorAuth.removeFactor': byPerson('operatorAuth.removeFactor', async (_world, person) => {
    await addPasskey(person)
    const { data } = await person.call('operator.me', {})
    return { params: { factorId: data?.factors[0]?.factorId ?? 0 } }
  }),
  'operatorAuth.newRecoveryCodes': byPerson('operatorAuth.newRecoveryCodes', () => ({})),
  'operatorAuth.tokens': byPerson('operatorAuth.tokens', async (world, person) => {
    await aMachineOf(world, person)
    return {}
  }),
  'operatorAuth.rotateToken': byPerson('operatorAuth.rotateToken', async (world, person) => ({
    params: await aMachineOf(world, person),
  })),
  'operatorAuth.revokeToken': byPerson('operatorAuth.revokeToken', async (world, person) => ({
    params: await aMachineOf(world, person),
  })),
} satisfies Partial<Record<CallId, Scenarios>>
