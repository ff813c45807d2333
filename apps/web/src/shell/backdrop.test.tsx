import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Backdrop } from './backdrop.tsx'

test('renders five lights, which do not move when the prop says so', () => {
  const animated = renderToStaticMarkup(<Backdrop />)
  const still = renderToStaticMarkup(<Backdrop isAnimated={false} />)

  expect(animated.match(/<i /g)).toHaveLength(5)
  expect(animated).not.toContain('style')
  // Inline, because no stylesheet rule can then enable the animation again.
  expect(still.match(/<i class="[^"]+" style="animation:none;/g)).toHaveLength(5)
})
