import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY_MS } from '@solstice/rules/duration'
import { cookieIn } from './cookies.ts'

/** The cookies of the console, as read from one request and written to its response. */
export type ConsoleCookies = {
  session: string | undefined
  /** Recognises a browser in which an operator has signed in before; it grants no access. */
  device: string | undefined
  set: (tokens: { session: string; device?: string }) => void
  clear: () => void
}

const SESSION = 'solstice_operator'
const DEVICE = 'solstice_operator_device'
const DEVICE_TTL_SECONDS = (400 * DAY_MS) / 1000
const TOKEN = /^[\w-]{43}$/

/**
 * On https the names have the `__Host-` prefix, as those of members. The session cookie lasts until
 * the browser closes; the server ends the session earlier.
 */
export function consoleCookies(
  secure: boolean,
): (request: FastifyRequest, reply: FastifyReply) => ConsoleCookies {
  const prefix = secure ? '__Host-' : ''
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  const tokenIn = (request: FastifyRequest, name: string): string | undefined => {
    const value = cookieIn(request, `${prefix}${name}`)
    return value !== undefined && TOKEN.test(value) ? value : undefined
  }
  return (request, reply) => {
    const write = (name: string, value: string, maxAgeSeconds?: number): void => {
      const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
      reply.header('set-cookie', `${prefix}${name}=${value}; ${attributes}${age}`)
    }
    return {
      session: tokenIn(request, SESSION),
      device: tokenIn(request, DEVICE),
      set: ({ session, device }) => {
        write(SESSION, session)
        if (device !== undefined) write(DEVICE, device, DEVICE_TTL_SECONDS)
      },
      clear: () => write(SESSION, '', 0),
    }
  }
}

/** Returns whether the request carries a session of the console, valid or not. */
export function hasConsoleSession(request: FastifyRequest): boolean {
  return [SESSION, `__Host-${SESSION}`].some((name) => cookieIn(request, name) !== undefined)
}
