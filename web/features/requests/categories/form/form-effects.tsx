import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { FormDefinition } from '../../../../../schema/requests/forms/form.ts'
import { useAllWorkflows } from '../../../approvals/workflows/index.ts'
import { useFormEffects } from '../../forms/index.ts'
import { useSettings } from '../api.ts'
import { effectsOf } from './effects-rules.ts'
import classes from './form-effects.module.css'

interface FormEffectsProps {
  categoryId: string
  saved: FormDefinition
  form: FormDefinition
}

/** What saving would affect outside the form. Hidden if nothing. */
export const FormEffects = ({ categoryId, saved, form }: FormEffectsProps) => {
  const counts = useFormEffects(categoryId)
  const workflows = useAllWorkflows(categoryId)
  const settings = useSettings(categoryId)
  if (!counts.data || !workflows.data || !settings.data) return null
  const texts = effectsOf(saved, form, {
    ...counts.data,
    workflows: workflows.data,
    columns: settings.data.dashboardCustomColumns,
  })
  if (texts.length === 0) return null
  return (
    <Alert mb="md" color="gray" icon={<IconInfoCircle size={18} aria-hidden />} title="What saving affects">
      <ul className={classes.effects}>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Alert>
  )
}
