import { describe, expect, test } from 'vitest'
import {
  healthOfFaults,
  healthOfJobs,
  healthOfNode,
  healthOfProcesses,
  healthOfVerification,
  worstOf,
} from './health.ts'

describe('the state of a part', () => {
  test.each([
    [{ dead: 0, lateSeconds: 0 }, 'OK'],
    [{ dead: 0, lateSeconds: 120 }, 'OK'],
    [{ dead: 0, lateSeconds: 121 }, 'WARNING'],
    [{ dead: 1, lateSeconds: 0 }, 'WARNING'],
    [{ dead: 0, lateSeconds: 600 }, 'WARNING'],
    [{ dead: 0, lateSeconds: 601 }, 'CRITICAL'],
  ] as const)('of jobs %j is %s', (jobs, state) => {
    expect(healthOfJobs(jobs)).toBe(state)
  })

  const worker = { runsJobs: true, isAlive: true }
  const server = { runsJobs: false, isAlive: true }
  test.each([
    [[], 'UNKNOWN'],
    [[worker], 'OK'],
    [[worker, server], 'OK'],
    [[server], 'CRITICAL'],
    [[server, { ...worker, isAlive: false }], 'CRITICAL'],
    [[worker, { ...worker, isAlive: false }], 'WARNING'],
  ] as const)('of processes %j is %s', (processes, state) => {
    expect(healthOfProcesses(processes)).toBe(state)
  })

  test.each([
    [0, 'OK'],
    [0.2, 'WARNING'],
    [9.8, 'WARNING'],
    [10, 'CRITICAL'],
  ] as const)('of %d faults per minute is %s', (perMinute, state) => {
    expect(healthOfFaults(perMinute)).toBe(state)
  })

  test.each([
    [null, 'CRITICAL'],
    [0, 'OK'],
    [900, 'OK'],
    [901, 'WARNING'],
  ] as const)('of a node whose newest block is %j seconds old is %s', (age, state) => {
    expect(healthOfNode(age)).toBe(state)
  })

  test.each([
    [{ problems: 0, ageSeconds: 0 }, 'OK'],
    [{ problems: 0, ageSeconds: null }, 'UNKNOWN'],
    [{ problems: 0, ageSeconds: 172_800 }, 'OK'],
    [{ problems: 0, ageSeconds: 172_801 }, 'WARNING'],
    [{ problems: 1, ageSeconds: null }, 'CRITICAL'],
  ] as const)('of a verification %j is %s', (verification, state) => {
    expect(healthOfVerification(verification)).toBe(state)
  })
})

test.each([
  [[], 'OK'],
  [['UNKNOWN'], 'OK'],
  [['OK', 'WARNING', 'UNKNOWN'], 'WARNING'],
  [['WARNING', 'CRITICAL', 'WARNING'], 'CRITICAL'],
] as const)('the worst of %j is %s', (states, worst) => {
  expect(worstOf(states)).toBe(worst)
})
