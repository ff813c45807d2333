import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { UnconfirmedNotice } from './unconfirmed-notice.tsx'

test('describes the unknown outcome and offers to check and to try again', () => {
  const html = renderToStaticMarkup(
    <UnconfirmedNotice title="Unknown" check={<a href="/list">Check</a>} onRetry={() => {}}>
      It may have worked.
    </UnconfirmedNotice>,
  )

  expect(html).toMatch(/role="alert".*Unknown.*It may have worked\..*Check.*Try again/)
})
