import { nextTask } from '#/lib/next-task.ts'
import { early } from './early-form.ts'

/**
 * Takes over the log-in that `show-log-in.ts` shows, once React handles its events. Returns the form
 * with the values that the visitor has entered, also if React had to render it anew; undefined if
 * the screen was not prerendered. The buttons that the visitor pressed meanwhile are pressed after
 * the next render, which has the values.
 */
export function takeOverPrerendered(page: Document): FormData | undefined {
  const { form, presses, isReplaced } = early
  early.form = undefined
  if (!form || isReplaced) return undefined
  const container = page.querySelector<HTMLElement>('[data-prerendered]')
  delete container?.dataset['prerendered']
  const buttons = buttonsOf(form)
  const pressed = presses.map((button) => buttons.indexOf(button))
  for (const button of presses) button.ariaBusy = null
  void pressAgain(container?.querySelector('form') ?? form, pressed)
  return new FormData(form)
}

const buttonsOf = (form: HTMLFormElement) => Array.from(form.querySelectorAll('button'))

/** Each in a task of its own, because the render after a press may change the next button. */
async function pressAgain(form: HTMLFormElement, presses: readonly number[]): Promise<void> {
  for (const press of presses) {
    await nextTask()
    buttonsOf(form)[press]?.click()
  }
}
