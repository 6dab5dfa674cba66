import type { z } from 'zod'
import { csvColumns } from '../../../schema/shared/record.ts'
import { viewOperationsOf } from '../../../worker/core/list/operations.ts'
import { pageOf, pageSql, toPage } from '../../../worker/core/list/page.ts'
import type { ListRows } from '../../../worker/core/list/rows.ts'
import { changeSeveral, type Several } from '../../../worker/core/list/several.ts'
import { changeOf, inputOf, type StaffContext } from '../../../worker/core/operation.ts'
import { containsText } from '../../../worker/core/text-search.ts'
import { viewDoors } from '../../../worker/transport/list-doors.ts'
import { door } from '../../../worker/transport/rest.ts'
import {
  archiveEquipment,
  type EquipmentRow,
  equipmentFields,
  type equipmentFilters,
  equipmentList,
} from '../equipment-list.ts'

/** The Worker's part of the list of equipment. */

export const EQUIPMENT_TABLES = [
  `CREATE TABLE equipment (id TEXT PRIMARY KEY, company_id TEXT NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL,
     holder_user_id TEXT NOT NULL, return_by TEXT NOT NULL, archived_at INTEGER, version INTEGER NOT NULL DEFAULT 1)`,
  'CREATE INDEX equipment_by_name ON equipment (company_id, lower(name), id)',
  'CREATE INDEX equipment_by_return ON equipment (company_id, return_by, id)',
  'CREATE INDEX equipment_by_holder ON equipment (company_id, holder_user_id, lower(name), id)',
]

type Query = z.output<typeof equipmentList.query>
type Sort = (typeof equipmentList.sorts)[number]

const OWN = {
  from: 'equipment e',
  id: 'e.id',
  sorts: {
    name: { columns: ['lower(e.name)'], index: 'equipment_by_name' },
    returnBy: { columns: ['e.return_by'], index: 'equipment_by_return' },
  },
} as const
const OF_HOLDER = { ...OWN, sorts: { name: { columns: ['lower(e.name)'], index: 'equipment_by_holder' } } } as const

export const equipmentRows: ListRows<Query, keyof typeof equipmentFilters, Sort> = {
  own: OWN,
  join: (id) => `equipment e ON e.id = ${id}`,
  usual: () => 'name',
  looks: 2,
  clauses: ({ input, by, bind, is }) => {
    const held = is('e.holder_user_id', input.holderUserId)
    const [from = '', to = ''] = input.returnRange?.split(',') ?? []
    const text = input.search ? bind(input.search) : null
    const status = { ACTIVE: 'e.archived_at IS NULL', ALL: null, ARCHIVED: 'e.archived_at IS NOT NULL' }
    return {
      ...(held && by === 'name' && { walks: [{ way: OF_HOLDER, where: [held] }], serves: ['holderUserId'] }),
      conditions: {
        search: text && containsText('e.name', text),
        filter: status[input.filter],
        kind: is('e.kind', input.kind),
        holderUserId: held,
        returnRange: input.returnRange ? `e.return_by BETWEEN ${bind(`${from}-01`)} AND ${bind(`${to}-31`)}` : null,
      },
      mostPass: input.filter === 'ACTIVE' ? ['filter'] : [],
    }
  },
}

const COLUMNS = `e.id, e.name, e.kind, e.return_by AS returnBy, e.archived_at IS NOT NULL AS archived, e.version,
  (SELECT trim(u.first_name || ' ' || u.last_name) FROM users u WHERE u.id = e.holder_user_id) AS holder`

const readPage = async (context: StaffContext, input: Query) => {
  const page = pageOf(equipmentRows, context, input)
  const rows = await context.db.all<EquipmentRow>(context.db.sql(pageSql(page, COLUMNS), ...page.params))
  return toPage(page, rows, input.first, (row) => equipmentList.node.parse({ ...row, archived: Boolean(row.archived) }))
}

const file = csvColumns(equipmentFields, {})
const operations = viewOperationsOf({
  list: equipmentList,
  rows: equipmentRows,
  access: 'vendors.use',
  read: readPage,
  columns: () => ({
    header: () => file.map(({ label }) => label),
    linesOf: (item) => [file.map(({ cell }) => cell(item))],
  }),
})

type Item = Several & { holderUserId: string; isArchived: 0 | 1 }

const archive = changeOf({
  id: archiveEquipment.id,
  access: 'vendors.use',
  input: inputOf(archiveEquipment),
  run: (context, { ids, archived }) => {
    const { db, actor, clock } = context
    return changeSeveral<Item>(context, ids, {
      ...{ table: 'equipment', targetType: 'SERVICE', noun: 'item', nouns: 'items' },
      refusal: 'Only its holder can change it',
      read: (wanted) =>
        db.sql(
          `SELECT e.id, e.name, e.version, e.holder_user_id AS holderUserId, e.archived_at IS NOT NULL AS isArchived
             FROM json_each(?2) j CROSS JOIN equipment e ON e.id = j.value AND +e.company_id = ?1`,
          actor.companyId,
          wanted,
        ),
      mayChange: ({ holderUserId }) => holderUserId === actor.userId,
      stepOf: ({ id, name, isArchived }) =>
        (isArchived === 1) === archived
          ? null
          : {
              statements: [
                db.sql('UPDATE equipment SET archived_at = ? WHERE id = ?', archived ? clock.now() : null, id),
              ],
              action: archived ? 'equipment.archived' : 'equipment.unarchived',
              message: `${archived ? 'Archived' : 'Unarchived'} ${name}`,
              changeData: { before: { archived: !archived }, after: { archived } },
            },
    })
  },
})

export const equipmentDoors = [...viewDoors(equipmentList, operations), door(archiveEquipment, archive)]
