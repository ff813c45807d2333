import type { FastifyInstance } from 'fastify'
import { keepRefusal, settleRefusals, type MemberCall } from '#/platform/books/refusals.ts'
import type { RefusalSubject } from '#/platform/books/refusals.table.ts'
import type { AppContext } from '#/platform/process/context.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The call of a member with a session; undefined until the session is known. */
    memberCall: MemberCall | undefined
  }
}

/** Keeps the refusals of members after their reply was sent, and writes the rest at the end. */
export function keepMemberRefusals(app: FastifyInstance, ctx: AppContext): void {
  app.decorateRequest('memberCall', undefined)
  app.addHook('onResponse', (request, reply, done) => {
    const { memberCall } = request
    if (memberCall && reply.refusal) keepRefusal(ctx, memberCall, reply.refusal)
    done()
  })
  app.addHook('onClose', () => settleRefusals(ctx))
}

/** Returns the ids in the input of a call, which name what the call was about. */
export function subjectOf(...parts: readonly unknown[]): RefusalSubject {
  const ids = parts.flatMap((part) =>
    typeof part === 'object' && part !== null ? Object.entries(part).filter(isId) : [],
  )
  return Object.fromEntries(ids.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function isId(field: [string, unknown]): field is [string, number] {
  const [name, value] = field
  return name.endsWith('Id') && typeof value === 'number'
}
