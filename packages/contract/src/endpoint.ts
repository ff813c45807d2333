import type { Code } from './codes.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call: anybody, a member with a session, or an operator with a bearer token. */
export type Access = 'public' | 'member' | 'operator'

export type Endpoint<Id extends string = string> = {
  id: Id
  method: Method
  /** With `{name}` for what the path carries. */
  path: `/v1/${string}`
  access: Access
  summary: string
  /** What this call may answer besides success and the codes every call may answer. */
  codes: readonly Code[]
}

/** One slice's calls, by the id that also names their schemas. */
export type Endpoints = { readonly [Id in string]: Endpoint<Id> }
