import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type AnyOperation, operations } from '../../../worker/core/operation.ts'
import { mainCase } from '../../support/worker/contract.ts'
import { codeOf, doorsOf, fieldsOf } from '../../support/worker/doors.ts'
import { makeWorld, type World } from '../../support/worker/matrix-world.ts'
import { operationFixtures } from '../../support/worker/operation-facts.ts'

/**
 * No command makes someone who was disabled responsible for anything, nor gives them something to do. Each input whose
 * name says that it names people is tried; those that only say whom the command is about have a line.
 */

const PEOPLE =
  /(?:user|member|owner|signer|watcher|approver|reviewer|delegate|manager|assignee|creator|requestor|createdBy)(?:Id)?s?$/i

/** Whom the command is about, what a page showed before, and the owner of a vendor that the call doesn’t make. */
const ABOUT = `
  bills.create.ownerId
  bills.set-watchers.seenWatcherIds
  factors.cancel-reset.memberId
  factors.reset.memberId
  intake.add-watchers.seenWatcherIds
  members.delete-delegate-approver.delegateUserId
  members.delete-delegate-approver.memberId
  members.set-business-units.memberIds
  members.set-delegate-approver.memberId
  members.set-departments.memberIds
  members.set-enabled.memberId
  members.set-groups.memberIds
  members.set-notification-settings.memberId
  members.set-permissions.memberIds
  members.update.memberId
  organisation.remove-business-unit-member.userId
  organisation.remove-department-member.userId
  organisation.remove-group-member.userId
  organisation.remove-user-from-department.userId
  organisation.remove-user-from-group.userId
  session.create-impersonation-token.userId
  settings.delete-my-delegate.userId
  sign-on.unlink-of-member.memberId
  spend-requests.set-watchers.seenWatcherIds`
  .trim()
  .split(/\s+/)

type Def = { type: string; innerType?: z.core.$ZodType; in?: z.core.$ZodType }
const bare = (schema: z.core.$ZodType): z.core.$ZodType => {
  const { innerType, type, in: given } = Reflect.get(schema._zod, 'def') as Def
  if (innerType) return bare(innerType)
  return type === 'pipe' && given ? bare(given) : schema
}
const isText = (schema: z.core.$ZodType): boolean => bare(schema) instanceof z.ZodString

interface Named {
  operation: AnyOperation
  field: string
  isList: boolean
}
const namedIn = (operation: AnyOperation): Named[] => {
  const schema = bare(operation.input)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape as Record<string, z.core.$ZodType>).flatMap(([field, each]) => {
    const value = bare(each)
    const isList = value instanceof z.ZodArray && isText(value.element as z.core.$ZodType)
    return PEOPLE.test(field) && (isList || isText(value)) ? [{ operation, field, isList }] : []
  })
}
const NAMED = operations()
  .filter(({ kind }) => kind === 'command')
  .flatMap(namedIn)
  .map((named) => ({ ...named, name: `${named.operation.id}.${named.field}` }))

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

describe('someone who was disabled', () => {
  it('each line of the list is an input', () => {
    const names = NAMED.map(({ name }) => name)
    expect(ABOUT.filter((name) => !names.includes(name))).toEqual([])
  })

  it.each(NAMED.filter(({ name }) => !ABOUT.includes(name)))(
    'someone who was disabled is refused as $name',
    async ({ operation, field, isList }) => {
      const [door] = doorsOf(operation.id)
      const fixture = operationFixtures[operation.id]
      if (!door || !fixture) throw new Error(`${operation.id} has no door or no fixture`)
      const { about, principal } = mainCase(fixture)
      const input = await about.input(world, principal)
      const { userId } = world.people.disabled
      const said: string[] = []
      // Not everyone who may call it may name others. An admin may.
      for (const who of [principal, 'admin'] as const) {
        const answer = await door.call(world.as(who), { ...input, [field]: isList ? [userId] : userId })
        said.push(`${codeOf(answer)} ${Object.keys(fieldsOf(answer)).join()}`)
        if (codeOf(answer) !== 'FORBIDDEN') break
      }
      expect(said.at(-1)).toBe(`INVALID ${field}`)
    },
  )
})
