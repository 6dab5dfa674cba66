import { addressSchema } from '../../../../schema/shared/list-filters.ts'
import { FileItem, ListTable, useList } from '../../../../web/features/platform/lists/index.ts'
import { call } from '../../../../web/lib/rest.ts'
import { type SeveralAction, SeveralActions } from '../../../../web/ui/list/several-actions.tsx'
import { PageHeader } from '../../../../web/ui/page-header.tsx'
import { fieldColumns } from '../../../../web/ui/table/field-column.tsx'
import type { Column } from '../../../../web/ui/table/types.ts'
import {
  archiveEquipment,
  type EquipmentRow,
  equipmentFields,
  equipmentFilters,
  equipmentList,
} from '../../../support/equipment-list.ts'

/** The page of the list of equipment. */

const search = addressSchema(equipmentFilters)

const COLUMNS: Column<EquipmentRow>[] = [
  { id: 'name', header: 'Name', sortBy: 'name', card: 'title', cell: ({ name }) => name },
  ...fieldColumns<EquipmentRow>(equipmentFields, {}).map((column) => ({ ...column, hiddenByDefault: false })),
]

const archiving = (archived: boolean): SeveralAction<EquipmentRow, null> => ({
  id: archived ? 'archive' : 'unarchive',
  button: archived ? 'Archive' : 'Unarchive',
  title: (counted) => `${archived ? 'Archive' : 'Unarchive'} ${counted}`,
  text: archived ? 'They leave the list.' : 'They return to the list.',
  done: archived ? 'archived' : 'unarchived',
  isFor: (item) => item.archived !== archived,
  run: (ids, _, commandId) => call(archiveEquipment, { body: { ids, archived }, commandId }),
})
const ACTIONS = [archiving(true), archiving(false)]

export const EquipmentList = () => {
  const list = useList(equipmentList, search)
  return (
    <>
      <PageHeader title="Equipment" menu={<FileItem list={list} label="Export as CSV" />} />
      <ListTable<EquipmentRow>
        label="Equipment"
        list={list}
        columns={COLUMNS}
        chips={[]}
        bulkActions={({ rows, clear }) => (
          <SeveralActions
            {...{ rows, clear }}
            actions={ACTIONS}
            initial={null}
            noun="item"
            invalidates={['equipment']}
          />
        )}
        empty={{ title: 'No equipment yet' }}
      />
    </>
  )
}
