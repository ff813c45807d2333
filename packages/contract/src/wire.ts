import type { z } from 'zod'
import type { CallId, schemas } from './catalogue.ts'

type Part<Id extends CallId, Name extends string> = (typeof schemas)[Id] extends {
  [Key in Name]: infer Schema extends z.ZodType
}
  ? Schema
  : never

type Sent<Id extends CallId, Name extends string> = [Part<Id, Name>] extends [never]
  ? { [Key in Name]?: undefined }
  : { [Key in Name]: z.input<Part<Id, Name>> }

/** The input of a call: path parameters, query and body, each only if the call has them. */
export type CallInput<Id extends CallId> = Sent<Id, 'params'> & Sent<Id, 'query'> & Sent<Id, 'body'>

/** The data a caller receives when the code is 0. */
export type CallData<Id extends CallId> = z.output<Part<Id, 'data'>>

type Parsed<Id extends CallId, Name extends string> = [Part<Id, Name>] extends [never]
  ? { [Key in Name]?: undefined }
  : { [Key in Name]: z.output<Part<Id, Name>> }

/** The input of a call after its schemas have parsed it. */
export type ParsedInput<Id extends CallId> = Parsed<Id, 'params'> &
  Parsed<Id, 'query'> &
  Parsed<Id, 'body'>
