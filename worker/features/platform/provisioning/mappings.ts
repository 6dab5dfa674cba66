import { FLAG_LABELS } from '../../../../schema/platform/members/rules.ts'
import * as endpoints from '../../../../schema/platform/provisioning/mapping-endpoints.ts'
import { provisioningValues, VALUE_KINDS, type ValueKind } from '../../../../schema/platform/provisioning/tables.ts'
import type { AccessFlag } from '../../../../schema/shared/permissions.ts'
import { commit } from '../../../core/commit.ts'
import { invalidField } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { decodeCursor, toConnection } from '../../../core/paging.ts'
import { columns, computed, type RowOf, select, typed } from '../../../core/record.ts'
import { livingUnitNameSql, livingUnitSql, unitsCalled } from '../organisation/index.ts'
import { UNIT_OF } from './kinds-of-values.ts'
import { movingAfter } from './moving.ts'
import { isAccessFlag, meaningsOf, valueKeyOf } from './placement.ts'

/** What a provider's names mean here, as admins see and change it. */

const PAGE = 50

const rowOf = (kind: ValueKind) =>
  columns(
    select(provisioningValues, 'v', ['value', 'valueKey', 'role', 'isLeftOut', 'firstSeenAt', 'moving', 'movedPeople']),
    computed<{ unitId: string | null; unitName: string | null }>({
      unitId: livingUnitSql(UNIT_OF[kind], 'v.company_id', 'v.target_id'),
      unitName: livingUnitNameSql(UNIT_OF[kind], 'v.company_id', 'v.target_id'),
    }),
  )
type Row = RowOf<ReturnType<typeof rowOf>>

const textOf = (kind: ValueKind) => {
  const page = (isDown: boolean) => typed`SELECT ${rowOf(kind)} FROM provisioning_values v
    WHERE v.company_id = ?1 AND v.kind = ${`'${kind}'`} AND (?2 IS NULL OR v.value_key ${isDown ? '<' : '>'} ?2)
    ORDER BY v.value_key ${isDown ? 'DESC' : 'ASC'} LIMIT ${PAGE + 1}`
  return { up: page(false), down: page(true) }
}
const TEXTS = {
  DEPARTMENT: textOf('DEPARTMENT'),
  BUSINESS_UNIT: textOf('BUSINESS_UNIT'),
  ENTITY: textOf('ENTITY'),
  GROUP: textOf('GROUP'),
}

const stated = ({ firstSeenAt, isLeftOut, moving, movedPeople }: Row) => ({
  moved: movedPeople === null ? null : { people: movedPeople, isDone: moving === null },
  isSent: firstSeenAt !== null,
  firstSeenAt: firstSeenAt === null ? null : new Date(firstSeenAt).toISOString(),
  isLeftOut: isLeftOut === 1,
})

const unitOf = ({ unitId, unitName }: Row) => (unitId === null ? null : { id: unitId, name: unitName ?? '' })

const listOf = async <Node>(
  { db, actor }: StaffContext,
  kind: ValueKind,
  { cursor, isDown = false }: { cursor?: string | undefined; isDown?: boolean },
  nodeOf: (row: Row) => Node,
) => {
  const after = cursor === undefined ? null : decodeCursor(cursor, 1)[0]
  const rows = await db.all(db.sql(TEXTS[kind][isDown ? 'down' : 'up'], actor.companyId, after))
  return toConnection(rows, PAGE, ({ valueKey }) => [valueKey], nodeOf)
}

export const listEntityMappings = query({
  id: 'provisioning.list-entity-mappings',
  access: 'mappings.manage',
  input: inputOf(endpoints.listEntityMappings),
  run: (context, { cursor, orderBy }) =>
    listOf(context, 'ENTITY', { cursor, isDown: orderBy?.dir[0] === 'DESC' }, (row) => ({
      entityId: row.unitId,
      integrationEntity: row.value,
      entity: unitOf(row),
      ...stated(row),
    })),
})

export const listBusinessUnitMappings = query({
  id: 'provisioning.list-business-unit-mappings',
  access: 'mappings.manage',
  input: inputOf(endpoints.listBusinessUnitMappings),
  run: (context, page) =>
    listOf(context, 'BUSINESS_UNIT', page, (row) => ({
      businessUnitId: row.unitId,
      integrationBusinessUnit: row.value,
      businessUnit: unitOf(row),
      ...stated(row),
    })),
})

export const listDepartmentMappings = query({
  id: 'provisioning.list-department-mappings',
  access: 'mappings.manage',
  input: inputOf(endpoints.listDepartmentMappings),
  run: (context, page) =>
    listOf(context, 'DEPARTMENT', page, (row) => ({
      departmentId: row.unitId,
      integrationDepartment: row.value,
      department: unitOf(row),
      ...stated(row),
    })),
})

export const listGroupMappings = query({
  id: 'provisioning.list-group-mappings',
  access: 'mappings.manage',
  input: inputOf(endpoints.listGroupMappings),
  run: (context, page) =>
    listOf(context, 'GROUP', page, (row) => ({
      groupId: row.unitId,
      integrationGroup: row.value,
      group: unitOf(row),
      role: isAccessFlag(row.role) ? row.role : null,
      ...stated(row),
    })),
})

interface Saved {
  value: string
  targetId: string | null
  role: AccessFlag | null
  isLeftOut: boolean
}

const meaningOf = ({ targetId, role, isLeftOut }: Saved, names: ReadonlyMap<string, string>): string => {
  const parts = [
    ...(targetId === null ? [] : [names.get(targetId) ?? '']),
    ...(role === null ? [] : [`the access “${FLAG_LABELS[role]}”`]),
  ]
  return parts.join(' and ') || (isLeftOut ? 'nothing' : 'what is to be decided')
}

const saidOf =
  (kind: ValueKind) =>
  ({ value }: Saved) => ({ kind, key: valueKeyOf(value), text: value })

const save = async (context: StaffContext, kind: ValueKind, changes: readonly Saved[], field: string) => {
  const { db, actor, clock } = context
  const unit = UNIT_OF[kind]
  const ids = changes.flatMap(({ targetId }) => targetId ?? [])
  const names = await unitsCalled(context, unit, ids)
  const unknown = changes.findIndex(({ targetId }) => targetId !== null && !names.has(targetId))
  if (unknown >= 0) throw invalidField(`${unknown}.${field}`, `This ${unit.noun} no longer exists. Choose again.`)
  const now = clock.now()
  const before = new Map((await meaningsOf(context, changes.map(saidOf(kind)))).map((row) => [row.valueKey, row]))
  const rows = changes.map((each) => {
    const key = valueKeyOf(each.value)
    const isLeftOut = each.isLeftOut && each.targetId === null && each.role === null
    const moving = movingAfter(before.get(key), { ...each, isLeftOut })
    return { ...each, isLeftOut, key, moving: moving && JSON.stringify(moving) }
  })
  const moved = rows.filter(({ moving }) => moving !== null)
  return commit(context, {
    subject: 'The mappings',
    statements: [
      db.sql(
        `INSERT INTO provisioning_values (company_id, kind, value_key, value, target_id, role, is_left_out, mapped_by_user_id, mapped_at, moving, moved_people)
         SELECT ?1, ?2, value ->> 'key', value ->> 'value', value ->> 'targetId', value ->> 'role', value ->> 'isLeftOut', ?4, ?5,
                value ->> 'moving', iif(value ->> 'moving' IS NULL, NULL, 0)
           FROM json_each(?3) WHERE true
         ON CONFLICT DO UPDATE SET target_id = excluded.target_id, role = excluded.role, is_left_out = excluded.is_left_out,
            mapped_by_user_id = ?4, mapped_at = ?5, moving = excluded.moving, moved_people = excluded.moved_people`,
        actor.companyId,
        kind,
        JSON.stringify(rows),
        actor.userId,
        now,
      ),
    ],
    audit: rows.map((each) => ({
      changeKey: `provisioning-value:${kind}:${context.newId()}`,
      action: 'company.provisioning-mapped',
      targetType: 'COMPANY' as const,
      targetId: actor.companyId,
      message: `“${each.value}”, a ${unit.noun} at the identity provider, means ${meaningOf(each, names)}`,
      changeData: {
        kind,
        value: each.value,
        after: { unitId: each.targetId, role: each.role, isLeftOut: each.isLeftOut },
      },
    })),
    outbox: moved.map(({ value }) => ({
      topic: 'provisioning.move' as const,
      payload: { kind, value, mappedAt: now },
    })),
    result: { saved: rows.length },
  })
}

const plain = (value: string, targetId: string | null, isLeftOut: boolean): Saved => ({
  value,
  targetId,
  role: null,
  isLeftOut,
})

export const saveEntityMappings = command({
  id: 'provisioning.save-entity-mappings',
  access: 'mappings.manage',
  input: inputOf(endpoints.saveEntityMappings),
  run: (context, { body }) =>
    save(
      context,
      'ENTITY',
      body.map(({ integrationEntity, entityId, isLeftOut }) => plain(integrationEntity, entityId, isLeftOut)),
      'entityId',
    ),
})

export const saveBusinessUnitMappings = command({
  id: 'provisioning.save-business-unit-mappings',
  access: 'mappings.manage',
  input: inputOf(endpoints.saveBusinessUnitMappings),
  run: (context, { body }) =>
    save(
      context,
      'BUSINESS_UNIT',
      body.map(({ integrationBusinessUnit, businessUnitId, isLeftOut }) =>
        plain(integrationBusinessUnit, businessUnitId, isLeftOut),
      ),
      'businessUnitId',
    ),
})

export const saveDepartmentMappings = command({
  id: 'provisioning.save-department-mappings',
  access: 'mappings.manage',
  input: inputOf(endpoints.saveDepartmentMappings),
  run: (context, { body }) =>
    save(
      context,
      'DEPARTMENT',
      body.map(({ integrationDepartment, departmentId, isLeftOut }) =>
        plain(integrationDepartment, departmentId, isLeftOut),
      ),
      'departmentId',
    ),
})

/** Only a person in front of a screen gives access, so it needs more than the right to map. */
export const saveGroupMappings = command({
  id: 'provisioning.save-group-mappings',
  access: 'api-keys.manage',
  freshFactor: true,
  input: inputOf(endpoints.saveGroupMappings),
  run: (context, { body }) =>
    save(
      context,
      'GROUP',
      body.map(({ integrationGroup, groupId, role, isLeftOut }) => ({
        value: integrationGroup,
        targetId: groupId,
        role,
        isLeftOut,
      })),
      'groupId',
    ),
})

const MOST_OPEN = 50
const OPEN = typed`SELECT ${select(provisioningValues, 'v', ['kind', 'value', 'firstSeenAt'])}
  FROM provisioning_values v INDEXED BY provisioning_values_open WHERE v.company_id = ?1 AND v.kind = ?2
   AND v.target_id IS NULL AND v.role IS NULL AND v.is_left_out = 0 AND v.first_seen_at IS NOT NULL
 ORDER BY v.value_key LIMIT ${MOST_OPEN}`

export const readNeedsAttention = query({
  id: 'provisioning.mappings-needing-attention',
  access: 'mappings.manage',
  readsFirst: true,
  input: inputOf(endpoints.needsAttention),
  run: async ({ db, actor }) => {
    const results = await db.readBatch(VALUE_KINDS.map((kind) => db.sql(OPEN, actor.companyId, kind)))
    const values = results.flatMap(({ results: rows }) => rows).slice(0, MOST_OPEN)
    return {
      total: values.length,
      values: values.map(({ kind, value, firstSeenAt }) => ({
        kind,
        value,
        firstSeenAt: firstSeenAt === null ? null : new Date(firstSeenAt).toISOString(),
      })),
    }
  },
})
