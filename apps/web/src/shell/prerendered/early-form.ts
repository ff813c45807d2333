/** The log-in while React has not taken it over. */
export const early: {
  form?: HTMLFormElement | undefined
  presses: HTMLButtonElement[]
  /** Another screen replaces the log-in, so that nobody needs the entered values. */
  isReplaced?: true
  /** Without the app no press can have an effect. */
  hasFailed?: true
} = { presses: [] }

/**
 * Keeps the pressed buttons of the form until React handles them, and shows that the app is loading.
 * A form that sends itself would put the password into the request. Links and fields work.
 */
export function guardForm(container: HTMLElement): void {
  early.form = container.querySelector('form') ?? undefined
  container.dataset['prerendered'] = ''
  container.addEventListener('click', keepPress, { capture: true })
}

function keepPress(event: Event): void {
  // Once another screen is visible, it receives its clicks itself.
  if (!early.form?.isConnected) return
  const button = (event.target as Element).closest('button') // Clicks have elements as targets.
  if (!button) return
  event.preventDefault()
  // React may be listening already while it takes over the screen.
  event.stopImmediatePropagation()
  if (early.hasFailed) return
  early.presses.push(button)
  button.ariaBusy = 'true'
}
