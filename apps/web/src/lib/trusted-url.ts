/** The subset of Trusted Types that we use; browsers without it take the plain URL. */
type Policy = { createScriptURL: (url: string) => string }
type PolicyFactory = { createPolicy: (name: string, rules: Policy) => Policy }

/**
 * The URLs from which scripts may be loaded, each with its own policy. The policy names are listed
 * in the server's Content Security Policy.
 */
const POLICIES = {
  'solstice-service-worker': /^\/sw\.js$/,
  // Vite's development server has it under its source path.
  'solstice-vault': /^\/assets\/worker-[\w-]+\.js$|^\/src\/vault\/worker\.ts/,
  'solstice-log': /^\/assets\/log-worker-[\w-]+\.js$|^\/src\/features\/points-log\/log-worker\.ts/,
} as const

/** A policy name can be created once, but a script may be started again. */
const made = new Map<string, Policy>()

/** Returns a URL that Trusted Types accepts for running a script; other strings are refused. */
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
      if (!POLICIES[policy].test(scriptUrl))
        throw new TypeError(`${scriptUrl} is no script of ours`)
      return scriptUrl
    },
  }
}
