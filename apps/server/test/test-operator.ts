import { z } from 'zod'
import { endpoints, schemas, type CallId } from '@solstice/contract/catalogue'
import type { OperatorRole } from '@solstice/contract/endpoint'
import type { Envelope } from '@solstice/contract/envelope'
import type { CallSchemas } from '@solstice/contract/schema'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { addMachine } from '#/modules/operator/operator.service.ts'
import { urlOf } from './call-url.ts'
import type { TestApp } from './test-app.ts'
import type { Reply } from './test-member.ts'

type Body<Id extends CallId> = CallInput<Id>['body']
type LooseBody<Id extends CallId> = Omit<Body<Id>, 'reason'> & { reason?: string }

/** The input of a call; the reason of an operator may be left out, because `withReason` adds it. */
export type OperatorInput<Id extends CallId> = 'reason' extends keyof Body<Id>
  ? Omit<CallInput<Id>, 'body'> &
      (object extends LooseBody<Id> ? { body?: LooseBody<Id> } : { body: LooseBody<Id> })
  : CallInput<Id>

/** Adds a reason to a call that takes one, as the dialogs of the console do. */
export function withReason<Id extends CallId>(id: Id, input: OperatorInput<Id>): CallInput<Id> {
  const { body }: CallSchemas = schemas[id]
  const takesReason = body instanceof z.ZodObject && 'reason' in body.shape
  const given = input as CallInput<Id> // Only the reason may be missing.
  if (!takesReason) return given
  const sent = given.body as object | undefined // Bodies are objects.
  return { ...given, body: { reason: 'Test', ...sent } }
}

export type OperatorCall = <Id extends CallId>(
  id: Id,
  input: OperatorInput<Id>,
  headers?: Record<string, string>,
) => Promise<Reply<CallData<Id>>>

export type TestOperator = CallData<'operator.addOperator'> & { token: string; call: OperatorCall }

let counter = 0

/**
 * Creates an operator appointed by the system, like the first one; everything else goes through the
 * API.
 */
export async function anOperator(
  test: TestApp,
  role: OperatorRole = 'OWNER',
): Promise<TestOperator> {
  counter += 1
  const name = `${role.toLowerCase()}-${counter}`
  const operator = await addMachine(test.ctx.db, test.ctx, { name: 'test' }, { name, role })
  return { ...operator, call: operatorCall(test, operator.token) }
}

/** Returns the calls of a program with this token: a header, without cookies or a browser. */
export function operatorCall({ app }: Pick<TestApp, 'app'>, token: string): OperatorCall {
  return async (id, given, headers = {}) => {
    const { method, path } = endpoints[id]
    const input = withReason(id, given)
    const response = await app.inject({
      method,
      url: urlOf(path, input),
      headers: {
        authorization: `Bearer ${token}`,
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(input.body === undefined ? {} : { payload: JSON.stringify(input.body) }),
    })
    const { statusCode: status } = response
    return { ...response.json<Envelope<CallData<typeof id>>>(), status, headers: response.headers }
  }
}
