import { Menu } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { z } from 'zod'
import { usePageSearch } from '../../../../lib/search-params.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { EmptyState, ErrorState } from '../../../../ui/states.tsx'
import { History } from '../../../platform/audit/index.ts'
import { useForm } from '../../forms/index.ts'
import { type CategoryForSettings, configurationKeys, useRules, useSettings } from '../api.ts'
import { BuilderPlaceholder, CategoryFrame } from '../category-frame.tsx'
import { CategorySettings } from '../settings/category-settings.tsx'

const search = z.object({ dialog: z.literal('history').optional().catch(undefined) })

const Advanced = ({ category }: { category: CategoryForSettings }) => {
  const settings = useSettings(category.id)
  const form = useForm(category.id)
  const rules = useRules(category.id)
  const failed = [settings, form, rules].find((query) => query.error && !query.data)
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (category.isReadOnly) {
    return <EmptyState title="This is a built-in category" text="Its settings can’t be changed." />
  }
  if (!settings.data || !form.data || !rules.data) return <BuilderPlaceholder />
  return (
    <CategorySettings
      key={category.id}
      category={category}
      settings={settings.data}
      form={form.data.form}
      rules={rules.data}
    />
  )
}

export const AdvancedPage = ({ categoryId }: { categoryId: string }) => {
  const [{ dialog }, setSearch] = usePageSearch(search)
  return (
    <CategoryFrame
      categoryId={categoryId}
      tab="advanced"
      menu={
        <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={() => setSearch({ dialog: 'history' })}>
          History
        </Menu.Item>
      }
    >
      {(category) => (
        <>
          <Advanced category={category} />
          <Dialog
            opened={dialog === 'history'}
            onClose={() => setSearch({ dialog: undefined })}
            title={`History of ${category.name}`}
          >
            <History
              targetType="INTAKE_CATEGORY"
              targetId={category.id}
              queryKey={configurationKeys.history(category.id)}
            />
          </Dialog>
        </>
      )}
    </CategoryFrame>
  )
}
