import { afterAll, afterEach, beforeAll } from 'vitest'
import { Stage } from './browser.ts'

/**
 * A stage for the tests of one `describe`, opened before the first and closed after the last. If one fails, every open
 * page is saved as `NAME-failed`.
 * @param begin gets the stage and signs in the people needed
 * @param vars of the Worker, such as features that are off by default
 * @param cells how many databases hold the companies
 */
export const staged = (
  name: string,
  begin: (stage: Stage) => Promise<void> | void,
  vars?: Record<string, string>,
  cells?: number,
): void => {
  let stage: Stage | undefined
  beforeAll(async () => {
    stage = await Stage.open(vars, cells)
    await begin(stage)
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await stage?.pictures(`${name}-failed`)
  })
  afterAll(() => stage?.close())
}
