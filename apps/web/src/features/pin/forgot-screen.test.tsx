import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { ForgotScreen } from './forgot-screen.tsx'
import { forgotPinCase } from './forgot-pin.ts'

beforeAll(() => loadTexts('pin'))

test.each([
  [['key-1'], 'key-1', false, false, 'current'],
  [['key-1'], 'key-2', true, false, 'previous'],
  [['key-1'], 'key-2', true, true, 'current'],
  [['key-1'], undefined, true, false, 'current'],
  [undefined, 'key-1', false, true, 'noWallet'],
  [undefined, 'key-1', true, true, 'setAside'],
])(
  'returns for a wallet sealed under %j with the current PIN key %s, set-aside copies: %s, and the current PIN requested: %s, the case %s',
  (sealedUnder, currentId, hasSetAside, isCurrentRequested, expected) => {
    expect(forgotPinCase({ sealedUnder, currentId, hasSetAside, isCurrentRequested })).toBe(
      expected,
    )
  },
)

test.each([
  ['noWallet', true],
  ['setAside', false],
] as const)('shows in the case %s that the phone has no wallet: %s', (forgotPin, isShown) => {
  const html = renderToStaticMarkup(
    <ForgotScreen
      back={{ label: 'Back', onPress: () => {} }}
      forgotPin={forgotPin}
      hasPasskey={false}
      tries={undefined}
      onWay={async () => undefined}
    />,
  )

  expect(html.includes('no wallet on this phone')).toBe(isShown)
  expect(html).toContain('log in with your email and set a new PIN')
  expect(html).not.toContain('Recovery phrase')
})

test('offers the export file on the recovery page when the current PIN is forgotten', () => {
  const html = renderToStaticMarkup(
    <ForgotScreen
      back={{ label: 'Back', onPress: () => {} }}
      forgotPin="current"
      hasPasskey={false}
      tries={undefined}
      onWay={async () => undefined}
    />,
  )

  expect(html).toMatch(/<a [^>]*href="\/recovery\/".*Backup file/)
})
