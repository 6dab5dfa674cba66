import { Button, Fieldset, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Address } from '../lib/address.ts'
import { AppLink } from './app-link.tsx'
import { DraftNotice } from './drafts/draft-notice.tsx'
import type { Draft } from './drafts/use-draft.ts'
import type { BodyForm } from './endpoint-form.ts'
import classes from './form-frame.module.css'

/** Fields that belong together, under a common name. */
export const FieldGroup = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <Fieldset legend={legend} className={classes.fieldset ?? ''}>
    {children}
  </Fieldset>
)

/** Fields side by side, stacked in a narrow window. */
export const FieldPair = ({ children }: { children: ReactNode }) => <div className={classes.pair}>{children}</div>

interface FormFrameProps<Values extends object> {
  form: BodyForm<Values, unknown>
  /** Called with the form's values once they are all valid. */
  send: (values: Values) => void
  isPending: boolean
  disabled?: boolean
  /** Where Cancel leads. */
  cancel: Address
  /** Label of the submit button. */
  submit: string
  /** What is kept in this browser of an earlier visit. Missing if the page shows it itself. */
  draft?: Draft
  /** CSS width at most. */
  width?: string
  /** The fields. */
  children: ReactNode
}

/** A form as a page: its fields, Cancel and the submit button. */
export const FormFrame = <Values extends object>(props: FormFrameProps<Values>) => {
  const { form, send, isPending, disabled, cancel, submit, draft, width = '48rem', children } = props
  return (
    <form onSubmit={form.onSubmit(send)} noValidate className={classes.form} style={{ maxWidth: width }}>
      {draft && <DraftNotice draft={draft} />}
      {children}
      <Group justify="flex-end" gap="xs">
        <Button variant="subtle" color="gray" component={AppLink} href={cancel}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending} disabled={disabled ?? false}>
          {submit}
        </Button>
      </Group>
    </form>
  )
}
