import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startI18n } from '#/lib/i18n.ts'
import { applyTheme, currentTheme } from '#/lib/theme.ts'
import { createConsoleRouter } from './router.tsx'
import '#/ui/tokens.css'
import '@solstice/ui/fonts.css'
import '#/ui/base.css'

async function start(container: HTMLElement): Promise<void> {
  applyTheme(currentTheme())
  await startI18n()
  createRoot(container).render(
    <StrictMode>
      <RouterProvider router={createConsoleRouter()} />
    </StrictMode>,
  )
}

const container = document.getElementById('root')
if (container) void start(container)
