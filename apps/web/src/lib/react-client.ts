/** React for the browser as one module, so that the start of the app evaluates it in its own task. */
export { createRoot, hydrateRoot } from 'react-dom/client'
