import { appendFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** A reporter of Vitest that writes down the statements that the files kept (test/support/worker/setup.ts). */
export default class KeptStatements implements Reporter {
  onTestModuleEnd(testModule: TestModule): void {
    const { statements = [] } = testModule.meta() as { statements?: string[] }
    const into = process.env.KEEP_STATEMENTS
    if (into) appendFileSync(into, statements.map((sql) => `${JSON.stringify(sql)}\n`).join(''))
  }
}
