import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { DeleteAgreementScreen } from './delete-agreement-screen.tsx'
import type { RestoredBy } from './restored-by.ts'

// A real link would need the routes of the whole app.
vi.mock('@tanstack/react-router', () => ({ Link: () => null }))

test.each([
  ['phrase', 'your recovery phrase or a backup file'],
  ['key', 'your private key or a backup file'],
  ['elsewhere', 'your recovery phrase, private key or backup file'],
] as const)(
  'names for a wallet restored by %s what the member needs: %s',
  async (restoredBy, need) => {
    expect(await textOf(restoredBy)).toContain(`To reach them you’ll need ${need}.`)
  },
)

test('shows no recovery method while it is unknown', async () => {
  const html = await textOf(undefined)

  expect(html).not.toContain('To reach them you’ll need')
  expect(html).not.toContain('delete.consequence')
})

async function textOf(restoredBy: RestoredBy | undefined): Promise<string> {
  await loadTexts('account')
  return renderToStaticMarkup(
    <DeleteAgreementScreen
      back={{ label: 'Back', onPress: () => {} }}
      forfeited={undefined}
      restoredBy={restoredBy}
      promptForPin={async () => undefined}
      onNext={() => {}}
    />,
  )
}
