import { createFileRoute } from '@tanstack/react-router'
import type { CustomColumns } from '../../../../../schema/vendors/settings/columns.ts'
import type { CustomFormFields } from '../../../../../schema/vendors/settings/fields.ts'
import { BuilderPlaceholder } from '../../../../features/requests/categories/index.ts'
import { ColumnsEditor, SettingsFrame, useFields, useOwnColumns } from '../../../../features/vendors/settings/index.ts'
import { ErrorState } from '../../../../ui/states.tsx'

interface ColumnsProps {
  saved: CustomColumns & { version: number }
  fields: CustomFormFields
}

const Columns = ({ saved: { version, ...columns }, fields }: ColumnsProps) => (
  <ColumnsEditor columns={columns} version={version} fields={fields} />
)

const Page = () => {
  const fields = useFields()
  const columns = useOwnColumns()
  const failed = [fields, columns].find((query) => query.error && !query.data)
  return (
    <SettingsFrame tab="columns">
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : fields.data && columns.data ? (
        <Columns saved={columns.data} fields={fields.data} />
      ) : (
        <BuilderPlaceholder />
      )}
    </SettingsFrame>
  )
}

export const Route = createFileRoute('/_staff/settings/vendor-management/columns')({
  staticData: { access: 'vendors.configure' },
  component: Page,
})
