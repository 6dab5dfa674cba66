import { createFileRoute } from '@tanstack/react-router'
import type { CustomFormFields } from '../../../../../schema/vendors/settings/fields.ts'
import { BuilderPlaceholder } from '../../../../features/requests/categories/index.ts'
import { FormBuilder } from '../../../../features/requests/forms/index.ts'
import { SettingsFrame, useFields, useFieldsSource } from '../../../../features/vendors/settings/index.ts'
import { ErrorState } from '../../../../ui/states.tsx'

const Fields = ({ saved }: { saved: CustomFormFields & { version: number } }) => (
  <FormBuilder source={useFieldsSource(saved, saved.version)} />
)

const Page = () => {
  const { data, error, refetch } = useFields()
  return (
    <SettingsFrame tab="fields">
      {data ? (
        <Fields saved={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <BuilderPlaceholder />
      )}
    </SettingsFrame>
  )
}

export const Route = createFileRoute('/_staff/settings/vendor-management/fields')({
  staticData: { access: 'vendors.configure' },
  component: Page,
})
