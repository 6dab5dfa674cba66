import { Menu } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { z } from 'zod'
import { useGo } from '../../../../lib/address.ts'
import { isApiError } from '../../../../lib/errors.ts'
import { usePageSearch } from '../../../../lib/search-params.ts'
import { useCommand } from '../../../../lib/use-command.ts'
import { confirm } from '../../../../ui/confirm.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { ErrorState, NotFound } from '../../../../ui/states.tsx'
import {
  deleteWorkflow,
  RESULT_PANELS,
  useWorkflow,
  WorkflowBuilder,
  WorkflowDialog,
  workflowKeys,
} from '../../../approvals/workflows/index.ts'
import { inOrder, useForm } from '../../forms/index.ts'
import { REQUEST_SAMPLE } from '../../submissions/index.ts'
import { configurationKeys, useCategoriesForSettings } from '../api.ts'
import { BuilderPlaceholder } from '../category-frame.tsx'
import { categoryHref, useCategoryKind } from '../category-kinds.ts'

const search = z.object({
  dialog: z.literal('rename').optional().catch(undefined),
  panel: z.enum(RESULT_PANELS).optional().catch(undefined),
})

export const WorkflowPage = ({ categoryId, workflowId }: { categoryId: string; workflowId: string }) => {
  const go = useGo()
  const kind = useCategoryKind()
  const [{ dialog, panel }, setSearch] = usePageSearch(search)
  const workflow = useWorkflow(workflowId)
  const form = useForm(categoryId)
  const categories = useCategoriesForSettings(kind.type)
  const listHref = categoryHref(kind, categoryId, 'workflows')
  const remove = useCommand<void>({
    run: (_, { commandId }) => deleteWorkflow(categoryId, workflowId, commandId),
    success: 'Workflow deleted',
    invalidates: [workflowKeys.ofCategory(categoryId), configurationKeys.categories],
    onSuccess: () => go.instead(listHref, { unasked: true }),
  })
  const askToDelete = async (): Promise<void> => {
    const agreed = await confirm({
      title: `Delete the workflow ${workflow.data?.label}?`,
      text: 'Requests in progress are unaffected. New requests use the next workflow that matches.',
      confirmLabel: 'Delete workflow',
      danger: true,
    })
    if (agreed) remove.send()
  }

  const failed = [workflow, form, categories].find((query) => query.error && !query.data)
  if (isApiError(failed?.error, 'NOT_FOUND')) return <NotFound />
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  const category = categories.data?.find((candidate) => candidate.id === categoryId)
  if ((categories.data && !category) || (workflow.data && workflow.data.intakeCategoryId !== categoryId)) {
    return <NotFound />
  }
  return (
    <>
      <PageHeader
        title={workflow.data?.label ?? '…'}
        tabTitle={`${kind.tabTitle} - ${workflow.data?.label ?? 'Workflow'}`}
        breadcrumbs={[
          { label: kind.title, href: kind.list },
          { label: category?.name ?? '…', href: categoryHref(kind, categoryId, 'form') },
          { label: 'Workflows', href: listHref },
        ]}
        menu={
          <>
            <Menu.Item
              leftSection={<IconPencil size={16} aria-hidden />}
              onClick={() => setSearch({ dialog: 'rename' })}
            >
              Rename
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void askToDelete()}>
              Delete workflow
            </Menu.Item>
          </>
        }
      />
      {workflow.data && form.data ? (
        <WorkflowBuilder
          key={workflowId}
          workflow={workflow.data}
          form={inOrder(form.data.form)}
          sample={REQUEST_SAMPLE}
          panel={panel ?? 'picture'}
          onPanel={(next) => setSearch({ panel: next === 'picture' ? undefined : next })}
        />
      ) : (
        <BuilderPlaceholder />
      )}
      <WorkflowDialog
        categoryId={categoryId}
        workflow={workflow.data ?? null}
        opened={dialog === 'rename' && Boolean(workflow.data)}
        onClose={() => setSearch({ dialog: undefined })}
        onDone={() => {
          setSearch({ dialog: undefined })
          void workflow.refetch()
        }}
      />
    </>
  )
}
