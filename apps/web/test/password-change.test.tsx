import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from './open-screen.tsx'
import { PASSWORD_CHANGE } from './screens.ts'

test.each(['normal', 'failing', 'loading'] as const)(
  'prompts for the PIN before the password change, with a server that is %s',
  async (state) => {
    await openScreen(PASSWORD_CHANGE.path, state)

    expect(await screen.findAllByText(PASSWORD_CHANGE.shows)).not.toEqual([])
    expect(screen.queryByLabelText('New password')).toBeNull()
  },
)
