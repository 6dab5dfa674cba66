import type { z } from 'zod'
import type { Unit, UnitMember } from '../../../../../schema/platform/organisation/unit-shapes.ts'
import type { Access, Operation } from '../../../../core/operation.ts'
import { builder, resolveWith } from '../../../../transport/graphql/builder.ts'
import { idPayload } from '../../../../transport/graphql/shared-types.ts'

/** What groups, departments, business units, locations and categories have in common. */

type Types = typeof builder.$inferSchemaTypes
type Fields<T extends object> = PothosSchemaTypes.ObjectFieldBuilder<Types, T>
type Mutations = PothosSchemaTypes.MutationFieldBuilder<Types, Types['Root']>

export const memberType = builder.objectRef<UnitMember>('OrganisationMember').implement({
  description: 'A member of a group, department or business unit',
  fields: (t) => ({
    id: t.exposeID('id'),
    firstName: t.exposeString('firstName'),
    lastName: t.exposeString('lastName'),
    email: t.exposeString('email'),
    disabled: t.exposeBoolean('disabled'),
    approvesRequests: t.exposeBoolean('approvesRequests', { description: 'False for groups' }),
  }),
})

export const unitFields = <T extends Unit>(t: Fields<T>) => ({
  id: t.id({ resolve: (unit) => unit.id }),
  name: t.string({ resolve: (unit) => unit.name }),
  version: t.int({ resolve: (unit) => unit.version }),
})

export const countedUnitFields = <T extends Unit & { memberCount: number }>(t: Fields<T>) => ({
  ...unitFields(t),
  memberCount: t.int({ resolve: (unit) => unit.memberCount }),
})

/** One unit has a page of its members. A list's units have their first ones only. */
export interface MembersPage {
  membersCursor?: string | null
}
export const membersCursor = <T extends MembersPage>(t: Fields<T>) =>
  t.string({
    nullable: true,
    description: 'Of one unit: where its next members begin (after). Null after the last, and in lists',
    resolve: (unit) => unit.membersCursor ?? null,
  })

/** One of several renamed at once. */
export const renamingInput = (name: string) =>
  builder.inputType(name, {
    fields: (t) => ({ id: t.id({ required: true }), name: t.string({ required: true }), version: t.int() }),
  })

type Told<A extends Access, I extends z.ZodType> = Operation<A, I, { id: string }>

/** The result of creating or finding a unit by name. */
export const byName = <A extends Access, I extends z.ZodType>(t: Mutations, field: string, operation: Told<A, I>) =>
  t.field({
    type: idPayload,
    args: { name: t.arg.string({ required: true }) },
    resolve: resolveWith(`mutation.${field}`, operation),
  })

export const byId = <A extends Access, I extends z.ZodType>(t: Mutations, field: string, operation: Told<A, I>) =>
  t.field({
    type: idPayload,
    args: { id: t.arg.id({ required: true }) },
    resolve: resolveWith(`mutation.${field}`, operation),
  })

/** A new name, based on the version that was read. Without a version, the last save wins. */
export const renaming = <A extends Access, I extends z.ZodType>(t: Mutations, field: string, operation: Told<A, I>) =>
  t.field({
    type: idPayload,
    args: { id: t.arg.id({ required: true }), name: t.arg.string({ required: true }), version: t.arg.int() },
    resolve: resolveWith(`mutation.${field}`, operation),
  })

/** A person's role in a unit, which is given by name. */
export const memberByName = <A extends Access, I extends z.ZodType, K extends string>(
  t: Mutations,
  field: string,
  nameKey: K,
  operation: Told<A, I>,
) =>
  t.field({
    type: idPayload,
    args: { [nameKey]: t.arg.string({ required: true }), userId: t.arg.id({ required: true }) },
    resolve: resolveWith(`mutation.${field}`, operation),
  })
