import { type Locator, type Page, expect } from '@playwright/test'

/** A programme manager who finds everything by its visible label; every press and field counts. */
export class Planner {
  steps = 0
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async press(role: 'button' | 'link', name: string | RegExp, within?: Locator): Promise<void> {
    await (within ?? this.page)
      .getByRole(role, { name, exact: typeof name === 'string' })
      .first()
      .click()
    this.steps += 1
  }

  async fill(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).fill(text)
    this.steps += 1
  }

  async openStep(name: string): Promise<void> {
    const steps = this.page.getByRole('navigation', { name: 'Steps' })
    await this.press('link', new RegExp(`^${name}`), steps)
    await expect(this.page.getByRole('heading', { level: 1, name })).toBeVisible()
  }

  /** Types where the focus is, such as after a jump to a problem. */
  async typeHere(text: string): Promise<void> {
    await this.page.keyboard.type(text)
    this.steps += 1
  }

  /** The state of a step, as its mark says. */
  stateOf(name: string): Locator {
    return this.page
      .getByRole('navigation', { name: 'Steps' })
      .getByRole('link', { name: new RegExp(`^${name}`) })
  }

  async expectSaved(): Promise<void> {
    await expect(this.page.getByText(/^Saved \d/)).toBeVisible()
  }
}
