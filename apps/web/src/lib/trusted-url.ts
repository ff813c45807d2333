/** As much of Trusted Types as we use; browsers without it take the plain address. */
type PolicyFactory = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string }
}

/**
 * The addresses scripts may be started from, each a policy of its own that knows no other. Their
 * names stand in the server's content policy.
 */
const POLICIES = { 'solstice-service-worker': '/sw.js' } as const

/** Only what such a policy made may reach a place that runs script; a text made elsewhere is refused. */
export function trustedScriptUrl(policy: keyof typeof POLICIES): string {
  const url = POLICIES[policy]
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  if (!trustedTypes) return url
  return trustedTypes
    .createPolicy(policy, {
      createScriptURL: (asked) => {
        if (asked !== url) throw new TypeError(`${asked} is no script of ours`)
        return asked
      },
    })
    .createScriptURL(url)
}
