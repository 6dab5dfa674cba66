import { CategoryFrame } from '../../../features/request-configuration/category-frame.tsx'
import classes from '../../../features/request-configuration/settings/settings.module.css'
import { usePathParams } from '../../../lib/path-params.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'

/** What a workflow of the category could do with each of them. None has a connection that could be set up yet. */
const INTEGRATIONS = [
  { name: 'Ironclad', text: 'A task that starts a contract workflow and waits for the signed document.' },
  { name: 'Jira', text: 'A task that creates an issue and follows its status.' },
  { name: 'Middesk', text: 'A task that verifies the business of a vendor.' },
]

export const Page = () => {
  const { categoryId } = usePathParams<'categoryId'>()
  return (
    <CategoryFrame categoryId={categoryId} tab="integrations">
      {() => (
        <ul className={classes.integrations}>
          {INTEGRATIONS.map(({ name, text }) => (
            <li key={name}>
              <div>
                <h2>{name}</h2>
                <p>
                  {text} Workflows can use it once your company has connected {name}.
                </p>
              </div>
              <StatusBadge plain tone="draft" label="Not connected" />
            </li>
          ))}
        </ul>
      )}
    </CategoryFrame>
  )
}
