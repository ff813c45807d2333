import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints, schemas, type CallId } from './catalogue.ts'
import type { Endpoint } from './endpoint.ts'
import type { CallSchemas } from './schema.ts'

const reasons = Object.values<Endpoint>(endpoints).flatMap(({ id, access }) => {
  const { body }: CallSchemas = schemas[id as CallId]
  const takesReason = access === 'operator' && body instanceof z.ZodObject && 'reason' in body.shape
  return takesReason ? [[id, body.shape['reason'] as z.ZodType] as const] : []
})

test('several calls of operators take a reason', () => {
  expect(reasons.length).toBeGreaterThanOrEqual(8)
})

test.each(reasons)('%s refuses a reason with an email or wallet address', (_, reason) => {
  expect(reason.safeParse('Ticket 2041').success).toBe(true)
  expect(reason.safeParse('asked by mina@harbor.example').success).toBe(false)
  expect(reason.safeParse('paid to 0x90aF3D11').success).toBe(false)
  expect(reason.safeParse('paid to 0X90aF3D11').success).toBe(false)
})
