import type { RegisteredRouter } from '@tanstack/react-router'
import { createElement } from 'react'
import { keepTrying } from '#/lib/keep-trying.ts'
import { isMissingPart } from '#/lib/missing-part.ts'
import { watchMissingParts } from './watch-missing-parts.ts'

/** A screen that cannot be fetched says so in its place, and is no fault to report. */
export async function surviveMissingParts(page: Window, router: RegisteredRouter): Promise<void> {
  watchMissingParts(page)
  const { defaultErrorComponent: Otherwise, defaultOnCatch: report } = router.options
  router.options.defaultOnCatch = (error, info) => {
    if (!isMissingPart(error)) report?.(error, info)
  }
  // Fetched ahead: when it is needed, nothing can be.
  const { MissingPartScreen } = await keepTrying(() => import('./missing-part-screen.tsx'))
  router.options.defaultErrorComponent = (props) =>
    isMissingPart(props.error) || !Otherwise
      ? createElement(MissingPartScreen)
      : createElement(Otherwise, props)
}
