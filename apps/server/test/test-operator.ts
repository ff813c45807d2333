import { endpoints, type CallId } from '@solstice/contract/catalogue'
import type { OperatorRole } from '@solstice/contract/endpoint'
import type { Envelope } from '@solstice/contract/envelope'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { addMachine } from '#/modules/operator/operator.service.ts'
import { urlOf } from './call-url.ts'
import type { TestApp } from './test-app.ts'
import type { Reply } from './test-member.ts'

export type OperatorCall = <Id extends CallId>(
  id: Id,
  input: CallInput<Id>,
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
  return async (id, input, headers = {}) => {
    const { method, path } = endpoints[id]
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
