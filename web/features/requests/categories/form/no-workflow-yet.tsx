import { Alert, Button, Group, Text } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { AppLink } from '../../../../ui/app-link.tsx'
import { useWorkflows } from '../../../approvals/workflows/index.ts'
import { categoryHref, useCategoryKind } from '../category-kinds.ts'

/** A form without a workflow is open to everyone and needs no approval. The person building it should know. */
export const NoWorkflowYet = ({ categoryId }: { categoryId: string }) => {
  const kind = useCategoryKind()
  const { data } = useWorkflows(categoryId)
  if (!data || data.length > 0) return null
  return (
    <Alert mb="md" color="yellow" icon={<IconRoute size={18} aria-hidden />} title="No approvals yet">
      <Group gap="md" justify="space-between">
        <Text size="sm">Requests with this form are approved automatically until you add a workflow.</Text>
        <Button
          component={AppLink}
          href={categoryHref(kind, categoryId, 'workflows')}
          size="compact-sm"
          variant="default"
        >
          Add a workflow
        </Button>
      </Group>
    </Alert>
  )
}
