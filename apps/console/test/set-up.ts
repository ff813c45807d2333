import { cleanup, configure } from '@testing-library/react'
import CssProperties from 'happy-dom/lib/css/declaration/property-manager/CSSPropertyManager.js'
import { afterEach, vi } from 'vitest'
import type * as Api from '#/lib/api.ts'
import { loadMoreTexts } from '#/lib/i18n.ts'
import { answer, clearReplies } from './server.ts'

// Answers every call from the sample replies or as a test says.
vi.mock('#/lib/api.ts', () => ({
  // The contract types the replies.
  call: answer as typeof Api.call,
}))

// Axe reads the style of every element, and happy-dom copies the inherited properties for each with
// `structuredClone`, which takes an eighth of the time of these tests. They are flat.
CssProperties.prototype.clone = function clone(this: CssProperties) {
  const copy = new CssProperties()
  for (const [name, property] of Object.entries(this.properties)) {
    copy.properties[name] = { ...property }
  }
  // A private field of the class, which is a set of names.
  const namesOf = (of: CssProperties) => of as unknown as { definedPropertyNames: object }
  Object.assign(namesOf(copy).definedPropertyNames, namesOf(this).definedPropertyNames)
  return copy
}

// Every test starts with the texts of all pages.
await loadMoreTexts()

// The limit ends a hanging test; it is long because screen code loads slowly on a busy machine.
configure({ asyncUtilTimeout: 30_000 })
window.scrollTo = () => {}
vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-01-17T14:12:00Z') })

afterEach(() => {
  cleanup()
  clearReplies()
  localStorage.clear()
})
