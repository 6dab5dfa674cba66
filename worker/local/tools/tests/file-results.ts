import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule, TestSpecification } from 'vitest/node'

/**
 * A reporter of Vitest that writes a line for each test file as soon as it ends. A run whose process dies leaves what it
 * had found by then, and which files it still owed.
 */
export type ResultLine =
  | { planned: string[] }
  | {
      file: string
      passed: number
      failed: { name: string; said: string }[]
      /** How long its tests took, with what runs before and after them. */
      seconds: number
      /** What the file performed, where it says so (test/support/worker/setup.ts). */
      operations?: string[]
    }

/** Lines of a failure: what was expected and where, without the rest of the stack. */
const LINES_OF_A_FAILURE = 12

const saidBy = (errors: readonly { message: string; stack?: string }[]): string =>
  errors
    .map(({ message, stack }) => stack ?? message)
    .join('\n')
    .split('\n')
    .slice(0, LINES_OF_A_FAILURE)
    .join('\n')

export default class FileResults implements Reporter {
  readonly #into = process.env.OUTLAY_FILE_RESULTS ?? ''
  #root = ''

  onInit({ config }: { config: { root: string } }): void {
    this.#root = config.root
  }

  #write(line: ResultLine): void {
    if (this.#into) appendFileSync(this.#into, `${JSON.stringify(line)}\n`)
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#write({ planned: specifications.map(({ moduleId }) => relative(this.#root, moduleId)) })
  }

  onTestModuleEnd(testModule: TestModule): void {
    const tests = [...testModule.children.allTests()]
    const failed = tests
      .filter((test) => test.result().state === 'failed')
      .map((test) => ({ name: test.fullName, said: saidBy(test.result().errors ?? []) }))
    const outside = testModule.errors()
    if (failed.length === 0 && !testModule.ok()) failed.push({ name: '', said: saidBy(outside) })
    const { operations } = testModule.meta() as { operations?: string[] }
    this.#write({
      file: relative(this.#root, testModule.moduleId),
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed,
      seconds: Math.round(testModule.diagnostic().duration / 100) / 10,
      ...(operations && { operations }),
    })
  }
}
