import { expect, test } from 'vitest'
import { grownBuffers } from './statement-buffers.ts'

test('finds queries that read more with many rows, were not measured or sent no statement', () => {
  const few = new Map([
    ['flat', 20],
    ['deeper index', 20],
    ['grown', 20],
    ['not measured', 20],
    ['no statement', 0],
  ])
  const many = new Map([
    ['flat', 20],
    ['deeper index', 30],
    ['grown', 31],
    ['no statement', 0],
  ])

  expect(grownBuffers(few, many)).toEqual([
    ['grown', 20, 31],
    ['not measured', 20, undefined],
    ['no statement', 0, 0],
  ])
})
