import { Alert, Button } from '@mantine/core'
import { type CategoryTemplateShown, useCategoryTemplate } from '../../../../schema/requests/templates/endpoints.ts'
import type { TemplateRole } from '../../../../schema/requests/templates/template.ts'
import type { Money } from '../../../../schema/shared/money.ts'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { workflowKeys } from '../../approvals/workflows/index.ts'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { useCompany } from '../../platform/session/index.ts'
import { templateKeys } from './api.ts'
import classes from './templates.module.css'

/** A template requires a department wherever the company has one. */
const asksDepartmentInVain = ({ form }: CategoryTemplateShown): boolean =>
  form.steps.some((step) => step.questions.some(({ type, isRequired }) => type === 'DEPARTMENT_SELECT' && !isRequired))

interface UseFormProps {
  template: CategoryTemplateShown
  onCreated: (created: { id: string; workflowId: string; name: string }) => void
}

/** The company's name, people and amounts for a template. */
export const UseForm = ({ template, onCreated }: UseFormProps) => {
  const { currency } = useCompany()
  const { form, submit, isPending, isSuccess } = useEndpointForm(useCategoryTemplate, {
    params: { templateKey: template.key },
    initial: {
      name: template.freeName,
      groups: Object.fromEntries(template.roles.map(({ role, group }) => [role, group?.id ?? null])) as Partial<
        Record<TemplateRole, string | null>
      >,
      limits: Object.fromEntries(template.limits.map(({ ruleId, amount }) => [ruleId, amount as Money | null])),
    },
    toBody: ({ name, groups, limits }) => ({
      ...{ name, groups },
      // An empty amount means any.
      limits: Object.entries(limits).map(([ruleId, amount]) => ({ ruleId, amount: amount?.value ?? 0 })),
    }),
    success: (_, { name }) => `${name} created`,
    invalidates: [templateKeys.all, workflowKeys.holders, ['first-steps']],
    onSuccess: (created, { name }) => onCreated({ ...created, name }),
  })
  return (
    <form onSubmit={submit} noValidate className={classes.form} aria-labelledby="use-template">
      <h2 id="use-template">Use this template</h2>
      {template.isNameTaken && !isSuccess && (
        <Alert color="yellow" role="status">
          You already have a category called {template.name}, so this one gets another name.
        </Alert>
      )}
      {asksDepartmentInVain(template) && (
        <Alert variant="light" role="status">
          You have no departments yet, so this form doesn’t require one.{' '}
          <AppLink className="ol-link" href={to('/settings/manage-departments')}>
            Set up departments
          </AppLink>{' '}
          first if requests should go to their approvers.
        </Alert>
      )}
      <TextField label="Name of the category" required maxLength={120} {...form.getInputProps('name')} />
      {template.roles.map(({ role, label, group }) => (
        <AsyncOptionSelect
          key={role}
          kind="group"
          label={label}
          description="A group. Leave it empty to be asked yourself."
          placeholder="You"
          known={group ? [{ value: group.id, label: group.name }] : []}
          {...form.getInputProps(`groups.${role}`)}
        />
      ))}
      {template.limits.map(({ ruleId, label }) => (
        <MoneyField
          key={ruleId}
          label={`${label}: from which amount?`}
          defaultCurrency={currency}
          {...form.getInputProps(`limits.${ruleId}`)}
        />
      ))}
      <p className={classes.dim}>Everything can be changed later, like in any other category.</p>
      <Button type="submit" loading={isPending}>
        Create category
      </Button>
    </form>
  )
}
