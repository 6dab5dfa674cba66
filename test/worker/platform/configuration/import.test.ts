import { describe, expect, it } from 'vitest'
import { compare, configure, importFile, makePlace, told, undo } from '../../../support/worker/configuration-scene.ts'

describe('from a sandbox company to the real one', () => {
  it('the file of the second equals the first’s, and a second import finds no differences', async () => {
    const sandbox = await makePlace()
    await configure(sandbox)
    const file = await sandbox.file()
    const real = await makePlace(sandbox)
    const before = await real.file()
    const difference = await compare(real.admin, file)
    expect(difference.problems.filter(({ level }) => level === 'ERROR')).toEqual([])
    expect(difference.problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('only the host of this webhook'),
      expect.stringContaining('“token”'),
    ])
    const done = await importFile(real.admin, file)
    expect(done).toMatchObject({ state: 'DONE', problem: null })
    expect(await real.file()).toBe(file)
    expect(told(await compare(real.admin, file))).toEqual([])
    expect((await compare(real.admin, file)).canImport).toBe(false)

    const undone = await undo(real.admin, done.id)
    expect(undone).toMatchObject({ state: 'UNDONE', problem: null, doneCount: 0 })
    expect(await real.file()).toBe(before)
  })
})
