import { useCallback } from 'react'
import { COLUMN_LISTS, type ColumnList, type CustomColumns } from '../../../../schema/vendors/settings/columns.ts'
import type { CustomFormFields } from '../../../../schema/vendors/settings/fields.ts'
import { BuilderFrame } from '../../../ui/builder/builder-frame.tsx'
import { focusSoon } from '../../../ui/builder/focus.ts'
import { ConflictDialog } from '../../../ui/builder/notices.tsx'
import { useBuilder } from '../../../ui/builder/use-builder.ts'
import { useSave } from '../../../ui/builder/use-save.ts'
import { columnElementId } from '../../requests/categories/index.ts'
import { readColumns, saveColumns, vendorSettingsKeys } from './api.ts'
import * as edits from './column-edits.ts'
import { ColumnListEditor } from './column-list-editor.tsx'

interface ColumnsEditorProps {
  columns: CustomColumns
  version: number
  fields: CustomFormFields
}

/** The custom columns of both lists, in order, saved together. */
export const ColumnsEditor = ({ columns: initial, version, fields }: ColumnsEditorProps) => {
  const builder = useBuilder<CustomColumns>({
    initial,
    version,
    draftName: 'vendor-columns',
    isDraftOf: edits.isColumns,
  })
  const columns = builder.value
  const save = useSave<CustomColumns>({
    save: async ({ value, version: read }, commandId) => (await saveColumns(value, read, commandId)).version,
    readTheirs: async () => {
      const { version: now, ...theirs } = await readColumns()
      return { value: theirs, version: now }
    },
    success: 'Columns saved',
    onSaved: builder.markSaved,
    onReloaded: builder.replace,
    invalidates: [vendorSettingsKeys.history],
  })

  const { edit: editValue } = builder
  const { clearFields } = save
  // biome-ignore lint/correctness/useExhaustiveDependencies: clearing the server's messages never changes
  const edit = useCallback(
    (change: (value: CustomColumns) => CustomColumns, mergeKey: string | null = null) => {
      clearFields()
      editValue(change, mergeKey)
    },
    [editValue],
  )
  const problems = edits.columnProblems(columns, fields, save.fields)
  const jumpTo = ({ list, questionId }: { list: ColumnList; questionId: string }): void =>
    focusSoon([columnElementId(list, questionId), columnElementId(list)])
  const onSave = (): void => {
    const [first] = edits.columnProblems(columns, fields)
    if (first) jumpTo(first)
    else save.send({ value: columns, version: builder.version })
  }
  return (
    <BuilderFrame
      builder={builder}
      what="the columns"
      saving={save.isPending}
      onSave={onSave}
      saveLabel="Save columns"
      problems={problems.map((problem) => ({
        key: `${problem.list}:${problem.questionId}:${problem.message}`,
        where: COLUMN_LISTS.find(({ key }) => key === problem.list)?.label ?? '',
        message: problem.message,
        jump: () => jumpTo(problem),
      }))}
    >
      {COLUMN_LISTS.map(({ key, label }) => (
        <ColumnListEditor
          key={key}
          list={key}
          label={label}
          columns={columns}
          fields={fields}
          problems={problems.filter((problem) => problem.list === key)}
          edit={edit}
        />
      ))}
      <ConflictDialog what="These columns" {...save.conflict} />
    </BuilderFrame>
  )
}
