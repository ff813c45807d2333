/** As much of Trusted Types as we use; browsers without it take the plain address. */
type Policy = { createScriptURL: (url: string) => string }
type PolicyFactory = { createPolicy: (name: string, rules: Policy) => Policy }

/**
 * The addresses scripts may be started from, each a policy of its own that knows no other. Their
 * names stand in the server's content policy.
 */
const POLICIES = {
  'solstice-service-worker': /^\/sw\.js$/,
  // Vite's development server has it under its source.
  'solstice-vault': /^\/assets\/worker-[\w-]+\.js$|^\/src\/vault\/worker\.ts/,
} as const

/** A name is given once; a script may be started again. */
const made = new Map<string, Policy>()

/** Only what such a policy made may reach a place that runs script; a text made elsewhere is refused. */
export function trustedScriptUrl(policy: keyof typeof POLICIES, url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  if (!trustedTypes) return url
  const rules = made.get(policy) ?? trustedTypes.createPolicy(policy, rulesOf(policy))
  made.set(policy, rules)
  return rules.createScriptURL(url)
}

function rulesOf(policy: keyof typeof POLICIES): Policy {
  return {
    createScriptURL: (scriptUrl) => {
      if (!POLICIES[policy].test(scriptUrl)) throw new TypeError(`${scriptUrl} is no script of ours`)
      return scriptUrl
    },
  }
}
