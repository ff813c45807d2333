import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { ForgotScreen } from './forgot-screen.tsx'
import { forgottenPin } from './forgotten-pin.ts'

beforeAll(() => loadTexts('pin'))

test.each([
  [['key-1'], 'key-1', false, 'current'],
  [['key-1'], 'key-2', true, 'previous'],
  [['key-1'], undefined, true, 'current'],
  [undefined, 'key-1', false, 'noWallet'],
  [undefined, 'key-1', true, 'setAside'],
])(
  'a wallet sealed under %j with the PIN key %s in use, and set-aside copies: %s, is the case %s',
  (sealedUnder, currentId, hasSetAside, expected) => {
    expect(forgottenPin({ sealedUnder, currentId, hasSetAside })).toBe(expected)
  },
)

test.each([
  ['noWallet', true],
  ['setAside', false],
] as const)('the case %s says that the phone has no wallet: %s', (forgotten, isSaid) => {
  const html = renderToStaticMarkup(
    <ForgotScreen
      back={{ label: 'Back', onPress: () => {} }}
      forgotten={forgotten}
      hasPasskey={false}
      tries={undefined}
      onWay={async () => undefined}
    />,
  )

  expect(html.includes('no wallet on this phone')).toBe(isSaid)
  expect(html).toContain('log in with your email and choose a new PIN')
  expect(html).not.toContain('Recovery phrase')
})
