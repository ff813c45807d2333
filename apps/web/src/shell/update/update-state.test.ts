import { beforeEach, expect, test } from 'vitest'
import { holdUpdate, isUpdateShown, useUpdate } from './update-state.ts'

const isShown = () => isUpdateShown(useUpdate.getState())

beforeEach(() => useUpdate.setState({ isWaiting: false, isBusy: false, holds: 0 }))

test('shows an update that arrives while screens hold it once the last hold is released', () => {
  const [first, second] = [holdUpdate(), holdUpdate()]
  useUpdate.setState({ isWaiting: true })
  expect(isShown()).toBe(false)

  first()
  first()
  expect(isShown()).toBe(false)
  second()
  expect(isShown()).toBe(true)
})

test('shows nothing without an update, whether or not a screen holds it', () => {
  const release = holdUpdate()
  expect(isShown()).toBe(false)
  release()
  expect(isShown()).toBe(false)
})
