import { createFileRoute } from '@tanstack/react-router'

/** Never seen: the auth guard sends `/` to home or to log-in. */
export const Route = createFileRoute('/')({})
