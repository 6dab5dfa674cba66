import { Button } from '@mantine/core'
import { type ManagedCompany, updateCompany } from '../../../../schema/platform/super-admin/endpoints.ts'
import { CURRENCIES } from '../../../../schema/shared/money.ts'
import { mergeEdits } from '../../../lib/merge-edits.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx'
import { useFormDraft } from '../../../ui/drafts/use-form-draft.ts'
import { EditConflict } from '../../../ui/edit-conflict.tsx'
import { useBodyForm } from '../../../ui/endpoint-form.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FieldPair } from '../../../ui/form-frame.tsx'
import { useEdit } from '../../../ui/use-edit.ts'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import { ApprovalModeChoice, currencyText } from '../company/index.ts'
import { changeCompany, companyQuery, superAdminKeys } from './api.ts'
import classes from './super-admin.module.css'

type Values = Pick<ManagedCompany, 'name' | 'emailShortName' | 'currency' | 'requestApprovalMode'>

const LABELS: Record<keyof Values, string> = {
  name: 'Name',
  emailShortName: 'Short name',
  currency: 'Currency',
  requestApprovalMode: 'Request approval mode',
}

const valuesOf = ({ name, emailShortName, currency, requestApprovalMode }: ManagedCompany): Values => ({
  name,
  emailShortName,
  currency,
  requestApprovalMode,
})

/** A company's name, short name, currency and approval mode. */
export const DetailsForm = ({ company }: { company: ManagedCompany }) => {
  const form = useBodyForm(updateCompany, { initial: valuesOf(company) })
  const edit = useEdit({
    item: company,
    form,
    valuesOf,
    read: () => queryClient.fetchQuery({ ...companyQuery(company.id), staleTime: 0 }),
    save: (values, { item }, commandId) => changeCompany(company.id, { ...values, version: item.version }, commandId),
    merge: (base, mine, theirs) => mergeEdits(LABELS, base, mine, theirs),
    success: ({ name }) => `${name} saved`,
    invalidates: [superAdminKeys.all],
    onSaved: () => {
      form.resetDirty()
      draft.finish()
    },
  })
  const draft = useFormDraft(form, { name: `super-admin.company.${company.id}`, ...edit.kept, isSent: false })
  useLeaveGuard(form.isDirty())
  const { currency, canChangeCurrency } = edit.base.item
  return (
    <form className={classes.form} onSubmit={form.onSubmit((values) => edit.send(values))} noValidate>
      <DraftNotice draft={draft} />
      {edit.met && (
        <EditConflict
          what="company"
          clashes={edit.met.clashes}
          taken={edit.met.taken}
          theirs={(key) => edit.met?.theirs[key]}
          onTake={edit.takeTheirs}
        />
      )}
      <TextField label="Name" required maxLength={120} {...form.getInputProps('name')} />
      <FieldPair>
        <TextField
          label="Short name"
          description="The address for forwarded documents begins with it. Documents sent to the old address won’t arrive."
          required
          maxLength={64}
          autoCapitalize="none"
          autoComplete="off"
          {...form.getInputProps('emailShortName')}
        />
        <OptionSelect
          label="Currency"
          description={currencyText(currency, canChangeCurrency)}
          required
          readOnly={!canChangeCurrency}
          options={CURRENCIES.map((code) => ({ value: code, label: code }))}
          {...form.getInputProps('currency')}
        />
      </FieldPair>
      <ApprovalModeChoice
        value={form.values.requestApprovalMode}
        onChange={(mode) => form.setFieldValue('requestApprovalMode', mode)}
      />
      <div>
        <Button type="submit" loading={edit.isPending} disabled={!form.isDirty()}>
          {edit.saveText('Save changes')}
        </Button>
      </div>
    </form>
  )
}
