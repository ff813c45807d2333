import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openAsVisitor } from './open-screen.tsx'

test('the public status leads back to the app, because an installed app has no back button', async () => {
  await openAsVisitor('/status')

  const link = await screen.findByRole('link', { name: 'Go to Solstice' })
  expect(link.getAttribute('href')).toBe('/')
})
