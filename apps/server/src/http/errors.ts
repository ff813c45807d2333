import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Code, httpStatusOf } from '@solstice/contract/codes'
import { REQUEST_ID_HEADER, type Envelope } from '@solstice/contract/envelope'
import { messageFor, type Language } from '@solstice/contract/messages'
import { waitText } from '@solstice/contract/wait-text'
import { Refusal, refuse } from '#/platform/process/refusal.ts'
import { languageOf } from './language.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** The code of a refusal or fault; undefined for a successful response. */
    refusalCode: Code | undefined
    /** The refusal that was sent; undefined for a success or a fault. */
    refusal: Refusal | undefined
  }
}

/** Turns every thrown error into a response. */
export function answerErrors(app: FastifyInstance): void {
  app.decorateReply('refusalCode', undefined)
  app.decorateReply('refusal', undefined)
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) =>
    answer(error, request, reply),
  )
}

export function answer(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error)
  // A fault is logged with its cause; the caller only gets a code.
  if (!refusal) request.log.error({ err: error, reqId: request.id }, 'A call failed')
  const { code, details } = refusal ?? new Refusal(Code.SERVER_ERROR)
  reply.refusalCode = code
  reply.refusal = refusal
  reply.header(REQUEST_ID_HEADER, request.id)
  if (details.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(Math.max(1, details.retryAfterSeconds)))
  }
  return reply.status(httpStatusOf(code)).send(envelopeOf({ code, details }, languageOf(request)))
}

/** Sends an envelope for requests that the HTTP parser itself rejects. */
export function answerMalformed(_error: Error, socket: Socket): void {
  if (!socket.writable) return
  const body = JSON.stringify(envelopeOf({ code: Code.INVALID_REQUEST, details: {} }, 'en'))
  const head = [
    `HTTP/1.1 400 ${STATUS_CODES[400]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** The framework marks errors of the caller (bad JSON, wrong type, too large) with a 4xx. */
function asRefusal(error: Error): Refusal | undefined {
  if (error instanceof Refusal) return error
  if ('statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500) {
    return refuse(Code.INVALID_REQUEST)
  }
  return undefined
}

function envelopeOf(
  { code, details }: Pick<Refusal, 'code' | 'details'>,
  language: Language,
): Envelope {
  return {
    code,
    success: false,
    msg: messageFor(code, language, {
      wait: waitText(details.retryAfterSeconds, language),
      ...details.values,
    }),
    data: details.data ?? null,
  }
}
