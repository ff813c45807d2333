import { fireEvent, screen, within } from '@testing-library/react'
import { openScreen } from './open-screen.tsx'
import { samplePlan } from './sample-plan.ts'
import { shownSeason } from './sample-season.ts'
import { reply, sentCalls } from './server.ts'

/** Opens a step of the draft, whose plan has the given parts. */
export async function openStep(step: string, parts: object = {}, language: 'en' | 'ko' = 'en') {
  reply('seasonPlan.show', { ...shownSeason, plan: { ...samplePlan, ...parts } })
  const router = await openScreen(`/seasons/7/edit?step=${step}`, { language })
  await screen.findByRole('region', { name: language === 'en' ? 'Problems' : '문제' })
  return router
}

export const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

export const press = (name: string | RegExp) =>
  fireEvent.click(screen.getByRole('button', { name }))

const steps = () => within(screen.getByRole('navigation', { name: 'Steps' }))

/** Returns the accessible name of a step with its state, such as "Wheel done". */
export const markOf = (step: string) =>
  steps().getByRole('link', { name: new RegExp(`^${step}`) }).textContent

export const problems = () => within(screen.getByRole('region', { name: 'Problems' }))

/** Hides the page, which saves changes at once instead of after two seconds. */
export const saveNow = () => fireEvent(window, new Event('pagehide'))

/** Returns the plans that were sent to the server. */
export const savedPlans = () =>
  sentCalls('seasonPlan.save').map(({ input }) => input.body as { revision: number; plan: object })
