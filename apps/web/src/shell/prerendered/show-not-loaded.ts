import { chosenLanguage } from './chosen-language.ts'
import { early } from './early-form.ts'

/** Tells the visitor that the app could not be loaded; its own texts are not there either. */
export function showNotLoaded({ document }: Window): void {
  early.hasFailed = true
  for (const button of early.presses) button.ariaBusy = null
  const notice = document.querySelector<HTMLTemplateElement>(
    `template[data-not-loaded=${chosenLanguage()}]`,
  )
  if (notice) document.body.append(notice.content.cloneNode(true))
}
