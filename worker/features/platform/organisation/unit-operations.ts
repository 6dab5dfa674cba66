import { z } from 'zod'
import type { Unit } from '../../../../schema/platform/organisation/unit-shapes.ts'
import { mergeInto, searchedPage } from '../../../../schema/platform/organisation/unit-shapes.ts'
import type { Endpoint } from '../../../../schema/shared/endpoint.ts'
import type { Permission } from '../../../../schema/shared/permissions.ts'
import { id } from '../../../../schema/shared/values.ts'
import { command, query } from '../../../core/operation.ts'
import { createUnit, deleteUnit, updateUnit } from './change.ts'
import type { UnitKind } from './kinds.ts'
import { mergeUnit } from './merge.ts'
import { listUnits } from './units.ts'

type BodyOf<B extends z.ZodObject> = Endpoint<z.ZodObject, z.ZodObject, B>

interface Named {
  name: string
  [field: string]: unknown
}
interface Update {
  id: string
  name?: string
  version?: number | null
  [field: string]: unknown
}

/**
 * The operations that every kind has, with its calls.
 * @param access who can list and change them
 */
export const unitOperations = <Row extends Unit>(
  kind: UnitKind<Row>,
  calls: {
    list: { id: string }
    create: BodyOf<z.ZodObject>
    update: BodyOf<z.ZodObject>
    remove: { id: string }
    merge: { id: string }
  },
  access: Permission,
) => ({
  list: query({
    id: calls.list.id,
    access,
    input: searchedPage,
    run: (context, page) => listUnits(context, kind, page),
  }),
  create: command({
    id: calls.create.id,
    access,
    input: calls.create.body as unknown as z.ZodType<Named>,
    run: (context, { name, ...values }) => createUnit(context, kind, name, values),
  }),
  update: command({
    id: calls.update.id,
    access,
    input: calls.update.body?.extend({ id }) as unknown as z.ZodType<Update>,
    run: (context, { id: unitId, ...changes }) => updateUnit(context, kind, { id: unitId }, changes),
  }),
  remove: command({
    id: calls.remove.id,
    access,
    input: z.object({ id }),
    run: (context, { id: unitId }) => deleteUnit(context, kind, { id: unitId }),
  }),
  merge: command({
    id: calls.merge.id,
    access,
    input: mergeInto.extend({ id }),
    run: (context, { id: unitId, intoId }) => mergeUnit(context, kind, { id: unitId }, intoId),
  }),
})
