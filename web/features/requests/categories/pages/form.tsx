import { Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { FormDefinition } from '../../../../../schema/requests/forms/form.ts'
import { ErrorState } from '../../../../ui/states.tsx'
import { FormBuilder, ReadOnlyForm, useForm } from '../../forms/index.ts'
import { BuilderPlaceholder, CategoryFrame } from '../category-frame.tsx'
import { useIntakeFormSource } from '../form/use-intake-form-source.tsx'

const IntakeForm = (props: {
  categoryId: string
  form: FormDefinition
  formVersion: number
  isPublic: boolean
  isForVendors: boolean
}) => <FormBuilder source={useIntakeFormSource(props)} />

export const CategoryFormPage = ({ categoryId }: { categoryId: string }) => {
  const { data, error, refetch } = useForm(categoryId)
  return (
    <CategoryFrame
      categoryId={categoryId}
      tab="form"
      menu={
        <Menu.Item
          component="a"
          href={`/api/intake-categories/${categoryId}/steps.csv`}
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Export as CSV
        </Menu.Item>
      }
    >
      {(category) => {
        if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
        if (!data) return <BuilderPlaceholder />
        if (category.isReadOnly) {
          return <ReadOnlyForm form={data.form} />
        }
        return (
          <IntakeForm
            key={categoryId}
            categoryId={categoryId}
            form={data.form}
            formVersion={data.formVersion}
            isPublic={category.type === 'PUBLIC'}
            isForVendors={category.type === 'VENDOR' || category.type === 'CUSTOM_VENDOR_FORM'}
          />
        )
      }}
    </CategoryFrame>
  )
}
