import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Backdrop } from './backdrop.tsx'

test('five lights, which stand still when the prop says so', () => {
  const drifting = renderToStaticMarkup(<Backdrop />)
  const still = renderToStaticMarkup(<Backdrop isAnimated={false} />)

  expect(drifting.match(/<i /g)).toHaveLength(5)
  expect(drifting).not.toContain('style')
  // Inline, because no rule of the stylesheet can switch the animation on again.
  expect(still.match(/<i class="[^"]+" style="animation:none;/g)).toHaveLength(5)
})
