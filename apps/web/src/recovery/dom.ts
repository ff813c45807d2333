type Attributes = Record<string, string | true | undefined>
type Child = Node | string | undefined

/** Creates elements and text nodes only, so that nothing is parsed as markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes,
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) made.setAttribute(key, value === true ? '' : value)
  }
  made.append(...children.filter((child) => child !== undefined))
  return made
}

export function button(
  variant: 'lit' | 'quiet' | 'text',
  label: string,
  onPress?: () => void,
): HTMLButtonElement {
  const made = element('button', { class: variant, type: onPress ? 'button' : 'submit' }, label)
  if (onPress) made.addEventListener('click', onPress)
  return made
}

let lastId = 0

/** Creates a labelled password field with a slot for its error. */
export function passwordField(label: string, autocomplete: string, hint?: string) {
  lastId += 1
  const id = `field-${lastId}`
  const problem = element('p', { class: 'problem', id: `${id}-problem`, role: 'alert' })
  const input = element('input', {
    id,
    type: 'password',
    autocomplete,
    autocapitalize: 'none',
    spellcheck: 'false',
    'aria-describedby': `${id}-problem`,
  })
  const field = element(
    'div',
    { class: 'field' },
    element('label', { for: id }, label),
    input,
    hint === undefined ? undefined : element('p', { class: 'faint' }, hint),
    problem,
  )
  const refuse = (text: string) => {
    problem.textContent = text
    input.setAttribute('aria-invalid', 'true')
    input.focus()
  }
  input.addEventListener('input', () => {
    problem.textContent = ''
    input.removeAttribute('aria-invalid')
  })
  return { field, input, refuse }
}

/** Runs one action at a time and shows the busy state on the button. */
export async function whileBusy(
  pressed: HTMLButtonElement,
  action: () => Promise<void>,
): Promise<void> {
  if (pressed.getAttribute('aria-busy') === 'true') return
  pressed.setAttribute('aria-busy', 'true')
  try {
    await action()
  } finally {
    pressed.removeAttribute('aria-busy')
  }
}
