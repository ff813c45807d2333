import { createFileRoute } from '@tanstack/react-router'

/** Never rendered: the auth guard redirects `/` to home or to the log-in. */
export const Route = createFileRoute('/')({})
