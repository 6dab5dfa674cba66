import { Skeleton } from '@mantine/core'
import { useIroncladWorkflows } from '../../../features/request-configuration/api.ts'
import { CategoryFrame } from '../../../features/request-configuration/category-frame.tsx'
import classes from '../../../features/request-configuration/settings/settings.module.css'
import { usePathParams } from '../../../lib/path-params.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'

/** Of the others there is no connection that could be asked for. */
const OTHERS = [
  { name: 'Jira', text: 'Creates an issue and tracks its status.' },
  { name: 'Middesk', text: 'Verifies a vendor’s business.' },
]

interface IntegrationProps {
  name: string
  text: string
  connected: boolean
  workflows?: readonly { templateId: string; name: string }[]
}

const Integration = ({ name, text, connected, workflows = [] }: IntegrationProps) => (
  <li>
    <div>
      <h2>{name}</h2>
      <p>
        {text} {!connected && `Available in workflows once your company connects ${name}.`}
      </p>
      {connected && (
        <p>
          {workflows.length > 0 ? workflows.map((workflow) => workflow.name).join(', ') : 'No workflows chosen yet.'}
        </p>
      )}
    </div>
    <StatusBadge plain tone={connected ? 'positive' : 'draft'} label={connected ? 'Connected' : 'Not connected'} />
  </li>
)

const Integrations = ({ categoryId }: { categoryId: string }) => {
  const { data, error, refetch } = useIroncladWorkflows(categoryId)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={180} radius="lg" />
  return (
    <ul className={classes.integrations}>
      <Integration name="Ironclad" text="Starts a contract workflow and waits for the signed document." {...data} />
      {OTHERS.map((other) => (
        <Integration key={other.name} {...other} connected={false} />
      ))}
    </ul>
  )
}

export const Page = () => {
  const { categoryId } = usePathParams<'categoryId'>()
  return (
    <CategoryFrame categoryId={categoryId} tab="integrations">
      {() => <Integrations categoryId={categoryId} />}
    </CategoryFrame>
  )
}
