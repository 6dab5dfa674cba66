import { beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../../worker/core/operation.ts'
import { leftRowsOf } from '../../support/worker/commands/left-rows.ts'
import { branchesOf, choicesOf, isSorted } from '../../support/worker/commands/left-rows-branches.ts'
import { makeWorld, type World } from '../../support/worker/matrix-world.ts'
import { LEFT, LEFT_ELSE } from '../../support/worker/operation-facts.ts'

/** Every way through a command leaves its entries in the audit log, and its work for the outbox. */

const commands = operations().filter(({ kind }) => kind === 'command')
const branches = commands.flatMap(branchesOf)

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

describe('what the ways through a command leave', () => {
  it('every input with few values is known to decide what happens, or to be only kept', () => {
    const fields = commands.flatMap((command) => choicesOf(command).map(([field]) => field))
    expect([...new Set(fields)].filter((field) => !isSorted(field))).toEqual([])
  })

  it('every line of the table is a way through a command', () => {
    const names = branches.map(({ name }) => name)
    expect(Object.keys(LEFT_ELSE).filter((name) => !names.includes(name))).toEqual([])
    expect(names.length).toBeGreaterThan(140)
  })

  it.each(branches)('$name leaves exactly its audit entries and its outbox rows', async (branch) => {
    const { operation, name } = branch
    expect(await leftRowsOf(world, operation, branch)).toEqual(LEFT_ELSE[name] ?? LEFT[operation.id])
  })
})
