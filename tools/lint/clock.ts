/**
 * Lint rule: product time comes as a value (`now`) or from `ctx.now()`, never from the machine.
 * `Date.now()` and `Math.random()` are held by no-restricted-properties; `new Date()` needs its argument count seen.
 */
type Call = { type: string; callee: { type: string; name?: string }; arguments: unknown[] }
type Context = { report: (found: { node: Call; message: string }) => void }

const noWallClock = {
  create(context: Context) {
    const refuse = (node: Call) => {
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'Date') return
      // `Date(…)` without `new` ignores its arguments and reads the clock.
      if (node.type === 'NewExpression' && node.arguments.length > 0) return
      context.report({ node, message: 'Take the time as an argument or from ctx.now().' })
    }
    return { NewExpression: refuse, CallExpression: refuse }
  },
}

export default { meta: { name: 'solstice' }, rules: { 'no-wall-clock': noWallClock } }
