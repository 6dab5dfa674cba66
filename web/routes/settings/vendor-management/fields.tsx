import type { CustomFormFields } from '../../../../schema/vendor-settings/fields.ts'
import { BuilderPlaceholder } from '../../../features/request-configuration/category-frame.tsx'
import { FormBuilder } from '../../../features/request-configuration/form/form-builder.tsx'
import { useFields } from '../../../features/vendor-settings/api.ts'
import { SettingsFrame } from '../../../features/vendor-settings/settings-frame.tsx'
import { useFieldsSource } from '../../../features/vendor-settings/use-fields-source.ts'
import { ErrorState } from '../../../ui/states.tsx'

const Fields = ({ saved }: { saved: CustomFormFields & { version: number } }) => (
  <FormBuilder source={useFieldsSource(saved, saved.version)} />
)

export const Page = () => {
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
