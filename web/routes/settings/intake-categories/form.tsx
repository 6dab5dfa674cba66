import { useForm } from '../../../features/request-configuration/api.ts'
import { BuilderPlaceholder, CategoryFrame } from '../../../features/request-configuration/category-frame.tsx'
import { FormBuilder } from '../../../features/request-configuration/form/form-builder.tsx'
import { FormPreview } from '../../../features/request-configuration/form/form-preview.tsx'
import { usePathParams } from '../../../lib/path-params.ts'
import { ErrorState } from '../../../ui/states.tsx'

export const Page = () => {
  const { categoryId } = usePathParams<'categoryId'>()
  const { data, error, refetch } = useForm(categoryId)
  return (
    <CategoryFrame categoryId={categoryId} tab="form">
      {(category) => {
        if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
        if (!data) return <BuilderPlaceholder />
        if (category.isReadOnly) {
          return (
            <>
              <p>This category belongs to the product and cannot be changed.</p>
              <FormPreview form={data.form} stepId={null} />
            </>
          )
        }
        return <FormBuilder key={categoryId} categoryId={categoryId} form={data.form} formVersion={data.formVersion} />
      }}
    </CategoryFrame>
  )
}
