import { Alert, Button, Group, Text } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { AppLink } from '../../../ui/app-link.tsx'
import { useWorkflows } from '../api.ts'
import { useCategoryKind } from '../category-kinds.ts'

/** A form without a workflow is open to everybody, and nobody is asked: whoever builds it should know. */
export const NoWorkflowYet = ({ categoryId }: { categoryId: string }) => {
  const { base } = useCategoryKind()
  const { data } = useWorkflows(categoryId)
  if (!data || data.length > 0) return null
  return (
    <Alert mb="md" color="yellow" icon={<IconRoute size={18} aria-hidden />} title="Nobody is asked to approve yet">
      <Group gap="md" justify="space-between">
        <Text size="sm">What is filed with this form is approved at once, until a workflow says who decides.</Text>
        <Button component={AppLink} href={`${base}/${categoryId}/workflows`} size="compact-sm" variant="default">
          Add a workflow
        </Button>
      </Group>
    </Alert>
  )
}
