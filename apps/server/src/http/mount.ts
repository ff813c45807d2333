import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { endpoints, schemas, type CallId } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import type { Access } from '@solstice/contract/endpoint'
import type { Language } from '@solstice/contract/messages'
import type { CallSchemas } from '@solstice/contract/schema'
import type { CallData } from '@solstice/contract/wire'
import type { MemberSession } from '#/modules/session/session.service.ts'
import { refuse } from '#/platform/refusal.ts'
import { sessionCookies, type SessionCookies } from './cookies.ts'
import { languageOf } from './language.ts'

type Parsed<Id extends CallId, Name extends keyof CallSchemas> =
  (typeof schemas)[Id] extends Record<Name, infer Schema extends z.ZodType>
    ? z.output<Schema>
    : undefined

type Caller<Id extends CallId> = (typeof endpoints)[Id]['access'] extends 'member'
  ? MemberSession
  : undefined

/** What a handler gets: everything already read and checked against the contract. */
export type Call<Id extends CallId> = {
  params: Parsed<Id, 'params'>
  query: Parsed<Id, 'query'>
  body: Parsed<Id, 'body'>
  session: Caller<Id>
  cookies: SessionCookies
  language: Language
}

/** Serves one call of the contract. What the handler returns becomes `data` of the envelope. */
export type Mount = <Id extends CallId>(
  id: Id,
  handle: (call: Call<Id>) => Promise<CallData<Id>>,
) => void

export type MountOptions = {
  authenticate: (access: string | undefined) => Promise<MemberSession>
  secureCookies: boolean
  /** Outside production every reply is held against its schema, so that the contract cannot drift. */
  checkReplies: boolean
}

export function createMount(app: FastifyInstance, options: MountOptions): Mount {
  return (id, handle) => {
    const { method, path, access } = endpoints[id]
    const schema: CallSchemas = schemas[id]

    const serve = async (request: FastifyRequest, reply: FastifyReply) => {
      const cookies = sessionCookies(request, reply, options.secureCookies)
      const session = await callerOf(access, cookies)
      const call = {
        params: read(schema.params, request.params),
        query: read(schema.query, request.query),
        body: read(schema.body, request.body),
        session,
        cookies,
        language: languageOf(request),
      }
      // The schemas and access above are those of `id`, which the compiler cannot follow.
      const data: unknown = await handle(call as Call<typeof id>)
      const checked = options.checkReplies ? schema.data.parse(data) : data
      return { code: Code.SUCCESS, success: true, msg: '', data: checked }
    }

    app.route({ method, url: path.replaceAll(/\{(\w+)\}/g, ':$1'), handler: serve })
  }

  function callerOf(access: Access, cookies: SessionCookies): Promise<MemberSession | undefined> {
    if (access === 'member') return options.authenticate(cookies.access)
    return Promise.resolve(undefined)
  }
}

function read(schema: z.ZodType | undefined, input: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(input ?? {})
  if (!result.success) throw refuse(Code.INVALID_REQUEST)
  return result.data
}
