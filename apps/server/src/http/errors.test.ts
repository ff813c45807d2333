import Fastify from 'fastify'
import { Code } from '@solstice/contract/codes'
import { expect, onTestFinished, test } from 'vitest'
import { refuse } from '#/platform/process/refusal.ts'
import { answerErrors } from './errors.ts'

function appThatThrows(error: Error) {
  const app = Fastify({ genReqId: () => 'req-7f3a' })
  onTestFinished(() => app.close())
  answerErrors(app)
  app.get('/', () => {
    throw error
  })
  return app
}

test.each([
  ['refusal', refuse(Code.NOT_FOUND), Code.NOT_FOUND],
  ['fault', new Error('broken'), Code.SERVER_ERROR],
])('a %s names the request as the log does', async (_kind, error, code) => {
  const reply = await appThatThrows(error).inject('/')

  expect(reply.headers['x-request-id']).toBe('req-7f3a')
  expect(reply.json()).toMatchObject({ code, success: false })
})
