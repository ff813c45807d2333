import { z } from 'zod'

/** The relay for connections of wallets to sites. */
export const walletConnectVariables = {
  WALLETCONNECT_RELAY_URL: z.url({ protocol: /^wss?$/ }).optional(),
  WALLETCONNECT_PROJECT_ID: z.string().min(1).max(128).optional(),
}

type Given = {
  WALLETCONNECT_RELAY_URL?: string | undefined
  WALLETCONNECT_PROJECT_ID?: string | undefined
}

export function walletConnectOf(given: Given) {
  const { WALLETCONNECT_RELAY_URL: relayUrl, WALLETCONNECT_PROJECT_ID: projectId } = given
  return relayUrl === undefined || projectId === undefined ? undefined : { relayUrl, projectId }
}

/** One setting without the other would silently leave connections off. */
export function walletConnectProblems(given: Record<string, string | undefined>): string[] {
  const { WALLETCONNECT_RELAY_URL: url, WALLETCONNECT_PROJECT_ID: id, NODE_ENV } = given
  const problems: string[] = []
  if (url !== undefined && id === undefined) {
    problems.push('WALLETCONNECT_PROJECT_ID is required with WALLETCONNECT_RELAY_URL')
  }
  if (id !== undefined && url === undefined) {
    problems.push('WALLETCONNECT_RELAY_URL is required with WALLETCONNECT_PROJECT_ID')
  }
  if (NODE_ENV === 'production' && url?.startsWith('ws:')) {
    problems.push('WALLETCONNECT_RELAY_URL must be wss in production')
  }
  return problems
}
