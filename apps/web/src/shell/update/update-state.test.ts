import { beforeEach, expect, test } from 'vitest'
import { holdUpdate, isUpdateShown, useUpdate } from './update-state.ts'

const isShown = () => isUpdateShown(useUpdate.getState())

beforeEach(() => useUpdate.setState({ isWaiting: false, isBusy: false, holds: 0 }))

test('an update that comes while screens hold it is shown when the last of them lets go', () => {
  const [first, second] = [holdUpdate(), holdUpdate()]
  useUpdate.setState({ isWaiting: true })
  expect(isShown()).toBe(false)

  first()
  first()
  expect(isShown()).toBe(false)
  second()
  expect(isShown()).toBe(true)
})

test('without an update nothing is shown, held or not', () => {
  const release = holdUpdate()
  expect(isShown()).toBe(false)
  release()
  expect(isShown()).toBe(false)
})
