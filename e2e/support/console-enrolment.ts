import { type Page, expect } from '@playwright/test'
import type { RunningServer } from '../../tools/server.ts'
import { callAsMachine } from './console-operators.ts'
import { addAuthenticator } from './console-steps.ts'

/** Returns the newest mailed address of the console with this first part. */
export async function mailedPage(
  page: Page,
  { url }: RunningServer,
  to: string,
  part: string,
): Promise<string> {
  const pattern = new RegExp(`/${part}/[\\w-]{43}`)
  const read = async () => {
    const reply = await page.request.get(`${url}/dev/mailbox`, { params: { to } })
    const mails = (await reply.json()) as { text: string }[]
    return mails.map(({ text }) => pattern.exec(text)?.[0]).find((found) => found !== undefined)
  }
  await expect.poll(read).toBeDefined()
  return (await read()) ?? ''
}

/** Appoints a support agent, who enrols by the mailed link with a passkey and is signed in. */
export async function enrolSupport(
  page: Page,
  server: RunningServer,
  name: string,
): Promise<{ operatorId: number; email: string }> {
  const email = `${name}@solstice.example`
  const added = await callAsMachine(server, 'operator.addOperator', {
    body: { name, role: 'SUPPORT', kind: 'PERSON', email, reason: 'IT-1' },
  })
  expect(added.code).toBe(0)
  const { operatorId } = added.data as { operatorId: number }
  await addAuthenticator(page)
  await page.goto(await mailedPage(page, server, email, 'enrol'))
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.getByRole('button', { name: 'I saved them' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  return { operatorId, email }
}
