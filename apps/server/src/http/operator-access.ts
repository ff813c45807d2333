import type { FastifyRequest } from 'fastify'
import { Code } from '@solstice/contract/codes'
import { mayCall, type Endpoint } from '@solstice/contract/endpoint'
import { authenticateSession, isSteppedUp } from '#/modules/operator/operator-session.service.ts'
import { authenticateToken, type Operator } from '#/modules/operator/operator.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { refuse } from '#/platform/process/refusal.ts'
import type { ConsoleCookies } from './console-cookies.ts'

/** Returns the operator of a call, or refuses it. */
export type OperatorAccess = (
  request: FastifyRequest,
  endpoint: Endpoint,
  cookies: ConsoleCookies,
) => Promise<Operator>

/** Marks calls of the page itself, such as polling, which do not keep a session alive. */
const BACKGROUND_HEADER = 'x-solstice-background'

/** The public host accepts tokens of machines only. */
export function tokenAccess(ctx: Pick<AppContext, 'db' | 'now'>): OperatorAccess {
  return async (request, endpoint) =>
    permitted(ctx, await authenticateToken(ctx, request.headers.authorization), endpoint)
}

/** The console's host accepts the session cookie of a person or the token of a machine. */
export function consoleAccess(ctx: Pick<AppContext, 'db' | 'now'>): OperatorAccess {
  const withToken = tokenAccess(ctx)
  return async (request, endpoint, cookies) => {
    if (request.headers.authorization !== undefined) {
      if (endpoint.console) throw refuse(Code.ACCESS_DENIED)
      return withToken(request, endpoint, cookies)
    }
    const { session } = cookies
    const isBackground = request.headers[BACKGROUND_HEADER] !== undefined
    return permitted(ctx, await authenticateSession(ctx, session, { isBackground }), endpoint)
  }
}

function permitted(ctx: Pick<AppContext, 'now'>, operator: Operator, endpoint: Endpoint): Operator {
  if (!mayCall(operator.role, endpoint)) throw refuse(Code.ACCESS_DENIED)
  if (endpoint.stepUp && !isSteppedUp(operator, ctx.now())) throw refuse(Code.STEP_UP_REQUIRED)
  return operator
}
