import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import type { CategoryTemplateShown } from '../../../../schema/requests/templates/endpoints.ts'
import { TEMPLATE_KEYS } from '../../../../schema/requests/templates/template.ts'
import { to } from '../../../lib/address.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { useTemplates } from './api.ts'
import { Preview } from './preview.tsx'
import classes from './templates.module.css'
import { UseForm } from './use-form.tsx'
import { questionsOf } from './words.ts'

const search = z.object({ template: z.enum(TEMPLATE_KEYS).optional().catch(undefined) })

const LIST = to('/settings/intake-categories')
const CONFIGURATION = { label: 'Request configuration', href: LIST }

interface Created {
  id: string
  workflowId: string
  name: string
}

/** Settings › Request configuration › Templates. */
export const TemplatesPage = () => {
  const [{ template: key }, setSearch] = usePageSearch(search)
  const { data, error, refetch } = useTemplates()
  const [created, setCreated] = useState<Created | null>(null)
  const template = data?.find((each) => each.key === key)
  return (
    <>
      <PageHeader
        title={template ? template.name : 'Category templates'}
        breadcrumbs={
          template
            ? [CONFIGURATION, { label: 'Templates', href: to('/settings/intake-categories/templates') }]
            : [CONFIGURATION]
        }
        subtitle={
          template
            ? template.description
            : 'Start with a form and approvals that others use, then change what you like.'
        }
      />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={320} />
      ) : template ? (
        <div className={classes.preview}>
          <Preview template={template} />
          <UseForm key={template.key} template={template} onCreated={setCreated} />
        </div>
      ) : (
        <ul className={classes.cards} aria-label="Category templates">
          {data.map((each) => (
            <TemplateCard
              key={each.key}
              template={each}
              onOpen={() => setSearch({ template: each.key }, { replace: false })}
            />
          ))}
        </ul>
      )}
      <Dialog opened={created !== null} onClose={() => setCreated(null)} title={`${created?.name ?? ''} is ready`}>
        {created && (
          <>
            <p className={classes.dim}>
              Requests can be filed now. Try its approvals with sample answers first, if you like: that files nothing.
            </p>
            <div className={classes.buttons} style={{ marginTop: 16 }}>
              <Button
                component={AppLink}
                href={to(
                  '/settings/intake-categories/$categoryId/workflows/$workflowId',
                  { categoryId: created.id, workflowId: created.workflowId },
                  { panel: 'try' },
                )}
              >
                Try its approvals
              </Button>
              <Button
                component={AppLink}
                variant="default"
                href={to('/settings/intake-categories/$categoryId/form', { categoryId: created.id })}
              >
                Edit the form
              </Button>
              <Button component={AppLink} variant="subtle" color="gray" href={LIST}>
                Done
              </Button>
            </div>
          </>
        )}
      </Dialog>
    </>
  )
}

const TemplateCard = ({ template, onOpen }: { template: CategoryTemplateShown; onOpen: () => void }) => {
  const { name, description, workflow } = template
  return (
    <li className={classes.card}>
      <h2>{name}</h2>
      <p>
        {description}
        <span className={classes.note}>
          {questionsOf(template).length} questions, {workflow.definition.levels.length} levels of approval
          {template.isNameTaken && ' · You have a category with this name'}
        </span>
      </p>
      <Button variant="default" onClick={onOpen} aria-label={`Preview ${name}`}>
        Preview
      </Button>
    </li>
  )
}
