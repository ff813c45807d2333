import type { RegisteredRouter } from '@tanstack/react-router'
import { createElement } from 'react'
import { keepTrying } from '#/lib/keep-trying.ts'
import { isMissingPart } from '#/lib/missing-part.ts'
import { watchMissingParts } from './watch-missing-parts.ts'

/** Shows a notice in place of a screen that cannot be fetched; this is not reported as an error. */
export async function handleMissingParts(page: Window, router: RegisteredRouter): Promise<void> {
  watchMissingParts(page)
  const { defaultErrorComponent: DefaultErrorComponent, defaultOnCatch: report } = router.options
  router.options.defaultOnCatch = (error, info) => {
    if (!isMissingPart(error)) report?.(error, info)
  }
  // Load it in advance, because nothing can be loaded when it is needed.
  const { MissingPartScreen } = await keepTrying(() => import('./missing-part-screen.tsx'))
  router.options.defaultErrorComponent = (props) =>
    isMissingPart(props.error) || !DefaultErrorComponent
      ? createElement(MissingPartScreen)
      : createElement(DefaultErrorComponent, props)
}
