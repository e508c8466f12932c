import { syncBuiltinESMExports } from 'node:module'
import { onTestFinished } from 'vitest'

/**
 * Replaces a function of a Node module until the test ends, also for code that imported it by name.
 * @param module the default export, such as `import crypto from 'node:crypto'`
 */
export function replaceBuiltin<Module extends object, Name extends keyof Module>(
  module: Module,
  name: Name,
  replacement: Module[Name],
): void {
  const original = module[name]
  module[name] = replacement
  syncBuiltinESMExports()
  onTestFinished(() => {
    module[name] = original
    syncBuiltinESMExports()
  })
}
